# reaches: a persistent id is resolved by evaluating it
import io, pickle
class Loader(pickle.Unpickler):
    def persistent_load(self, text):
        return eval(text)
Loader(io.BytesIO(b"P" + open("notes.txt", "rb").read().strip() + b"\n.")).load()
