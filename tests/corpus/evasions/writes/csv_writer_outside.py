# reaches: csv written outside
import csv
csv.writer(open("/srv/drop/a.csv", "w")).writerow([1])
