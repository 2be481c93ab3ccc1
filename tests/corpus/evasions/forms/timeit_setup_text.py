# reaches: timeit runs its setup as text
import timeit

timeit.repeat(lambda: None, "print(open('/srv/secret.txt').read())", number=1, repeat=1)
