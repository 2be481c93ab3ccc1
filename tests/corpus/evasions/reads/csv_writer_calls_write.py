# reaches: a csv writer calls an object's write with a path
import csv


class Reader:
    def write(self, path):
        print(open(path).read())


r = Reader()
r.write('rows.csv')
csv.writer(r, lineterminator='').writerow(['/srv/secret.txt'])
