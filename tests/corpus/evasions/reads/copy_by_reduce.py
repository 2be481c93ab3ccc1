# reaches: copy sets the state that __reduce__ names
import copy


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())

    def __reduce__(self):
        return Reader, (), {'path': '/srv/secret.txt'}


copy.copy(Reader()).show()
