# swapped streams change nothing -- ok
import sys

class Fake:
    def write(self, text):
        return len(text)

    def flush(self):
        raise RuntimeError("no")

print("contained", flush=True)
sys.stdout = Fake()
sys.stderr = None
