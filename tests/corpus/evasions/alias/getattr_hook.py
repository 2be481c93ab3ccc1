# reaches: any attribute of a __getattr__ object is exec
class Anything:
    def __getattr__(self, name):
        return exec
Anything().average(open("steps.txt").read())
