# reaches: warnings.warn_explicit shows the line that it is told
import warnings
warnings.warn_explicit("m", UserWarning, "/srv/secret.txt", 1)
