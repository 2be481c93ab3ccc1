# reaches: timeit runs a text from a container
import timeit

work = {'a': "print(open('/srv/secret.txt').read())"}
timeit.timeit(work.get('a'), number=1)
