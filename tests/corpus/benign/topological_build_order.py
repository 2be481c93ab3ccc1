from graphlib import CycleError, TopologicalSorter

TASKS = {
    "report": {"analyse", "plot"},
    "plot": {"clean"},
    "analyse": {"clean", "reference"},
    "clean": {"download"},
    "reference": set(),
    "download": set(),
}
MINUTES = {"report": 5, "plot": 8, "analyse": 20, "clean": 12, "reference": 3, "download": 6}

sorter = TopologicalSorter(TASKS)
sorter.prepare()
wave = 1
finish = {}
while sorter.is_active():
    ready = sorted(sorter.get_ready())
    print(f"wave {wave}: {', '.join(ready)}")
    for task in ready:
        start = max((finish[d] for d in TASKS[task]), default=0)
        finish[task] = start + MINUTES[task]
        sorter.done(task)
    wave += 1
print("all done after", max(finish.values()), "minutes")

try:
    list(TopologicalSorter({"a": ["b"], "b": ["c"], "c": ["a"]}).static_order())
except CycleError as e:
    print("cycle of", len(set(e.args[1])), "tasks")
