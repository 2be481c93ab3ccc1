# reaches: a private method with a path of its own
class Reader:
    def __show(self, path):
        print(open(path).read())

    def good(self):
        self.__show('rows.csv')


r = Reader()
r.good()
r._Reader__show('/srv/secret.txt')
