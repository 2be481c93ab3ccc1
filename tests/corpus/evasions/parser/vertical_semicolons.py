# reaches: many statements on one line behind a compound statement
for _ in (0,): rows = 1; import os; os.system("/srv/canary"); break
