# reaches: os.mkfifo outside
import os
os.mkfifo("/srv/drop/fifo")
