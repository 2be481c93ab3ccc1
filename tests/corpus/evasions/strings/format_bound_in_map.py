# reaches: a bound format maps over functions
class A:
    def m(self):
        return open("/srv/secret.txt").read()


print(list(map("{0.__init__}".format, [A()])), A().m())
