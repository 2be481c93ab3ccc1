# harmless: comments that hold code which is switched off
# import os; os.system("ls")
# eval("1 + 1")
rows = [1, 2, 3]  # exec(rows)
print(sum(rows))
