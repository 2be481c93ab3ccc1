# reaches: copy sets what __getstate__ gives
import copy


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())

    def __getstate__(self):
        return {'path': '/srv/secret.txt'}


copy.copy(Reader()).show()
