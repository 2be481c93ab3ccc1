# reaches: warnings.showwarning shows the line that it is told
import warnings
warnings.showwarning("m", UserWarning, "/srv/secret.txt", 1)
