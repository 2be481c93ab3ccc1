# reaches: __getattr__ answers for a field that was never set
class Reader:
    def prepare(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())

    def __getattr__(self, name):
        return '/srv/secret.txt'


Reader().show()
