# reaches: an archive of log records is a stream of pickles
import io, pickle, struct
record = open("model.pkl", "rb").read()
stream = io.BytesIO(struct.pack(">L", len(record)) + record)
(size,) = struct.unpack(">L", stream.read(4))
unpack = {"v1": pickle.loads}
unpack["v1"](stream.read(size))
