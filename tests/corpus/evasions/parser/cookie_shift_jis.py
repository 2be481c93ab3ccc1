# reaches: a shift_jis cookie: the second byte of a character is a backslash
# coding: shift_jis
title = "表"; import os; os.system('/srv/canary') #"
