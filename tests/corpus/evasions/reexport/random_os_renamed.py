# reaches: a private re-export imported under a plain name
from random import _os as weights
print(weights.environ["CORPUS_TOKEN"])
