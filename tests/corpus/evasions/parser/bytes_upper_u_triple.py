# reaches: a triple-quoted bytes literal ends after \U
size = b"""x\U"""; import os; os.system('/srv/canary') #"""
