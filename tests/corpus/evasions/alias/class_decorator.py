# reaches: exec applied as a class decorator
@exec
@lambda cls: open("steps.txt").read()
class Report:
    pass
