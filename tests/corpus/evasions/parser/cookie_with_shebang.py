#!/usr/bin/python3 -u
#coding:unicode-escape
# rows\x0aimport os; os.system('/srv/canary')
