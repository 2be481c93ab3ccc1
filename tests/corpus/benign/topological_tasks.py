from graphlib import CycleError, TopologicalSorter

graph = {"test": {"build"}, "build": {"fetch", "configure"}, "configure": {"fetch"}}
sorter = TopologicalSorter(graph)
sorter.prepare()
levels = []
while sorter.is_active():
    ready = sorted(sorter.get_ready())
    levels.append(ready)
    sorter.done(*ready)
print(levels)
try:
    list(TopologicalSorter({"a": {"b"}, "b": {"a"}}).static_order())
except CycleError as e:
    print("cycle", sorted(set(e.args[1])))
