# reaches: a template's pattern is an object of the file
import string
class P:
    def sub(self, f, t):
        print(open(t).read())
        return ''
P().sub(1, 'sales.csv')
t = string.Template('/srv/secret.txt')
t.pattern = P()
t.substitute()
