# reaches: exec sits in a slot
class Node:
    __slots__ = ("left", "work")
node = Node()
node.work = exec
node.work(open("steps.txt").read())
