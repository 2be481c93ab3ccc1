# copying inside the kernel is held by the clock -- cpu_limit,wall_timeout,file_limit,error
# with: cpu_ms=600 wall_ms=3000
import os

source = os.open("/dev/zero", os.O_RDONLY)
sink = os.open("/dev/null", os.O_WRONLY)
room = bytearray(32 << 20)
while True:
    os.readv(source, [room])
    os.write(sink, room)
