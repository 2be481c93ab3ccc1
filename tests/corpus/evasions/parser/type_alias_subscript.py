# reaches: what looks like a type alias is an assignment to an item
type = {"x": 0}
x = "x"
type [x] = eval
type["x"](open("notes.txt").read())
