# reaches: CRLF lines with one lone carriage return
rows = 1
# the sum:import os; os.system('/srv/canary')
print(rows)
