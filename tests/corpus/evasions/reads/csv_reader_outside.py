# reaches: csv over a foreign file
import csv
print(list(csv.reader(open("/srv/secret.txt"))))
