# reaches: a pickle that calls eval
from pickle import load
load(open("reader.pkl", "rb"))
