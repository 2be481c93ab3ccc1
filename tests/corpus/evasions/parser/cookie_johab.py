# reaches: a johab cookie: the second byte of a character is a backslash
# coding: johab
title = "Ù\"; import os; os.system('/srv/canary') #"
