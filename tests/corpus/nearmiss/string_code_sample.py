# harmless: lines of Python source are counted
source = '''import os
def f():
    return eval("1")
'''
print(sum(1 for line in source.splitlines() if line.strip()), source.count("import"))
