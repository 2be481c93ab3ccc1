# reaches: print hands its text to an object's write
class Log:
    def write(self, text):
        if len(text) > 1:
            print(open(text).read())
log = Log()
log.write('sales.csv')
print('/srv/secret.txt', file=log)
