# reaches: a walk from the root
import os
for folder, _, files in os.walk("/srv"):
    print(folder, files)
