# reaches: a finaliser evaluates text at the interpreter's end
class Sheet:
    def __del__(self, run=eval, text=open("notes.txt").read(), names={"open": open, "print": print}):
        run(text, names)
sheet = Sheet()
