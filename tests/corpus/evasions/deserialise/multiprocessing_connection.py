# reaches: a connection's recv unpickles
import multiprocessing as mp
a, b = mp.Pipe()
a.send_bytes(open("model.pkl", "rb").read())
b.recv()
