# an input is not overwritten, though its name fits the results -- violation
# with: guard modules=os results=* rule=files.write line=4
import os
open("input.csv", "w").close()
print("ESCAPED")
