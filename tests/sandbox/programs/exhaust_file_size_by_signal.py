# the signal of the file size is named -- file_limit
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
with open("/tmp/large", "wb", buffering=0) as f:
    while True:
        f.write(bytes(1 << 20))
