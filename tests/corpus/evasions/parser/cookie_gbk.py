# reaches: a gbk cookie: the second byte of a character is a backslash
# coding=gbk
title = "乗"; import os; os.system('/srv/canary') #"
