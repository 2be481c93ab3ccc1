# reaches: a class pattern reads __globals__ of a library function
import glob
match glob.glob:
    case object(__globals__={"os": o}):
        o.system("/srv/canary")
