# reaches: an indexer of pandas is made anew in an object of the program
from pandas.api.indexers import FixedForwardWindowIndexer
class Job:
    def __init__(self):
        self.path = "sales.csv"
job = Job()
FixedForwardWindowIndexer.__init__(job, **{"pa" + "th": "/srv/secret.txt"})
print(open(job.path).read())
