# reaches: a big5 cookie: the second byte of a character is a backslash
# coding: big5
title = "么"; import os; os.system('/srv/canary') #"
