# reaches: an hz cookie makes a quote the first half of a letter
# coding: hz
f = lambda: ~{'!~}; import os; os.system("/srv/canary") #'}
