# reaches: a format field with an index into the environment
import contextlib
print("{m.os.environ[CORPUS_TOKEN]}".format(m=contextlib))
