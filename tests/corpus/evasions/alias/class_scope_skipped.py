# reaches: a method does not see the class-level shadow of eval
class Report:
    eval = staticmethod(len)
    def run(self):
        return eval(open("notes.txt").read())
Report().run()
