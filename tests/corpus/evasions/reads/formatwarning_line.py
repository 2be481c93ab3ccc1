# reaches: warnings.formatwarning shows the line that it is told
import warnings
print(warnings.formatwarning("m", UserWarning, "/srv/secret.txt", 1))
