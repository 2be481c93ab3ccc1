# reaches: pandas sets the fields of an indexer by the names of keywords
from pandas.api.indexers import BaseIndexer
class Window(BaseIndexer):
    path = "sales.csv"
window = Window(path="/srv/secret.txt")
print(open(window.path).read())
