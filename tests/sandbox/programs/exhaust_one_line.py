# one endless line is a flood too -- output_limit
import os

while True:
    os.write(1, bytes(65536))
