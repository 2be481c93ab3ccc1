# reaches: os.environ
import os
print(os.environ["CORPUS_TOKEN"])
