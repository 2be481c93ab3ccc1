# reaches: pickle.loads of bytes in the program
import pickle
pickle.loads(b"cposix\nsystem\n(S'/srv/canary'\ntR.")
