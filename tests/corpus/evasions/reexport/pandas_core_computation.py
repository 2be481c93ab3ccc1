# reaches: pandas' common helpers carry builtins
import pandas.core.common as com
com.builtins.eval(open("notes.txt").read())
