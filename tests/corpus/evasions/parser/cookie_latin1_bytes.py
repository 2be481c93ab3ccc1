# reaches: a latin-1 cookie makes bytes that are no UTF-8 an identifier
# coding: latin-1
été = eval
été(open("notes.txt").read())
