# reaches: matplotlib.rc_file shows a foreign file's lines in its complaint
import matplotlib
matplotlib.rc_file("/srv/secret.txt")
