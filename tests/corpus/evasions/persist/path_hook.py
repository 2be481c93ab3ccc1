# reaches: a path entry leads later imports elsewhere
import sys
with open("/srv/drop/ledger.py", "w") as f:
    f.write(open("notes.txt").read())
sys.path.append("/srv/drop")
import ledger
