# reaches: pdb runs what stands on standard input
import pdb
pdb.Pdb(nosigint=True).set_trace()
amount = 1
