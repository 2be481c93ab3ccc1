# reaches: timeit runs a child of str as text
import timeit


class Text(str):
    def __call__(self):
        pass


timeit.Timer(Text("print(open('/srv/secret.txt').read())")).timeit(1)
