# an input is not removed, by a descriptor of its folder either -- violation
# with: guard modules=os results=* rule=files.write line=5
import os

os.remove("input.csv", dir_fd=os.open(".", os.O_RDONLY))
print("ESCAPED")
