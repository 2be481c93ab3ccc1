# nor is it reached by another name first -- violation
# with: guard modules=os results=*.csv rule=files.write line=6
import os

open("a.csv", "w").close()
os.rename("a.csv", "a.py")
print("ESCAPED")
