# reaches: exclusive creation with a climbing path
open("../srv/drop/b.txt", "x").close()
