# what runs at the end -- violation
# with: guard attributes modules=atexit rule=attribute.dunder
import atexit

class Late:
    def __del__(self):
        getattr(int, "__sub" + "classes__")
        open("ESCAPED.txt", "w").close()

late = Late()
