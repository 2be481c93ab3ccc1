import csv
import math
from collections import defaultdict

values = defaultdict(list)
with open('sensors.csv', 'r', newline='') as src:
    for line in csv.DictReader(src):
        if line['status'] == 'OK' and line['value'] != '':
            values[line['tag']].append(float(line['value']))

with open('summary.csv', 'w', newline='') as dst:
    writer = csv.writer(dst)
    writer.writerow(['tag', 'n', 'mean', 'sd', 'min', 'max'])
    for tag in sorted(values):
        v = values[tag]
        m = sum(v) / len(v)
        sd = math.sqrt(sum((x - m) ** 2 for x in v) / (len(v) - 1))
        writer.writerow([tag, len(v), f'{m:.3f}', f'{sd:.3f}', min(v), max(v)])

with open('summary.csv') as check:
    print(check.read().replace('\r\n', '\n'), end='')
