# reaches: os.open with O_CREAT outside
import os
os.close(os.open("/srv/drop/o", os.O_CREAT | os.O_WRONLY))
