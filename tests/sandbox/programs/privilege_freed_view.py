# memory that is written through a freed buffer is the program's own -- ok,signal,error,violation
import io

class Raw(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, buffer):
        self.view = buffer
        return 0

raw = Raw()
reader = io.BufferedReader(raw, 65536)
reader.read(1)
view = raw.view
reader.detach()
del reader
blocks = [bytes(65600) for _ in range(40)]
try:
    for i in range(0, len(view), 8):
        view[i:i + 8] = b"\x41" * 8
except (ValueError, BufferError, TypeError):
    pass
print("contained", len(blocks))
