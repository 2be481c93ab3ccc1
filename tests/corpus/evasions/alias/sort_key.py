# reaches: sorting with eval as the key function
sorted([open("notes.txt").read()], key=eval)
