# reaches: a finalizer calls exec
import weakref
class Sheet:
    pass
sheet = Sheet()
weakref.finalize(sheet, exec, open("steps.txt").read())
del sheet
