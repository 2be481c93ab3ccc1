# reaches: pdb's command loop evaluates a line
import pdb, sys
p = pdb.Pdb(nosigint=True)
p.reset()
p.botframe = p.curframe = sys._getframe()
p.curframe_locals = {}
p.onecmd("p eval(open('notes.txt').read())")
