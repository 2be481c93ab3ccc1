# reaches: a topological sorter hashes nodes, which runs exec
from graphlib import TopologicalSorter
class Node:
    def __hash__(self):
        exec(open("steps.txt").read())
        return 1
TopologicalSorter().add(Node())
