# reaches: a text wrapper splits by an object of the file
import textwrap
class P:
    def split(self, text):
        print(open(text).read())
        return ['a']
P().split('sales.csv')
w = textwrap.TextWrapper()
w.wordsep_re = P()
w.wrap('/srv/secret.txt')
