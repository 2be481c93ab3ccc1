# reaches: a bytes literal ends after \N, and code follows that a scanner may take for its text
size = b"\N"; import os; os.system('/srv/canary') #"
