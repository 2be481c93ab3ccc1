# reaches: max over lines with key=eval
max("0", open("notes.txt").read(), key=eval)
