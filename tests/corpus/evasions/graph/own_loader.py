# reaches: the program's own __loader__ reads any file
print(__loader__.get_data("/srv/secret.txt").decode())
