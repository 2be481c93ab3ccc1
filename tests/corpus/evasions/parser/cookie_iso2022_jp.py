# reaches: an iso2022_jp cookie makes a backslash a yen sign, which ends the string
# coding: iso2022_jp
price = "(J\"; import os; os.system('/srv/canary') #"
