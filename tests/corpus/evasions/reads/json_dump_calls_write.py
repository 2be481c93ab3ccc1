# reaches: json.dump calls an object's write
import json


class Reader:
    def write(self, path):
        if path != '"':
            print(open(path.strip('"')).read())


r = Reader()
r.write('rows.csv')
json.dump('/srv/secret.txt', r)
