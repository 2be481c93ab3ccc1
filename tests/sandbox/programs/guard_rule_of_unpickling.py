# unpickling a class has its rule and line -- violation
# with: guard modules=pickle rule=capability.deserialise line=4
import pickle
print("ESCAPED", pickle.loads(b"cos\nsystem\n."))
