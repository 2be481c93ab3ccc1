# reaches: a star import within a conditional block binds os
if __name__:
    from site import *
print(os.environ["CORPUS_TOKEN"])
