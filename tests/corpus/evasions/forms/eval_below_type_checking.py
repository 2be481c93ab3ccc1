# reaches: eval in a block that a linter believes dead
TYPE_CHECKING = True
if TYPE_CHECKING:
    eval(open("notes.txt").read())
