# reaches: a class within a method has a field of the same name
class Outer:
    def __init__(self):
        self.path = '/srv/secret.txt'

    def show(self):
        class Inner:
            text = open(self.path).read()

            def set(self):
                self.path = 'rows.csv'

        print(Inner.text)


Outer().show()
