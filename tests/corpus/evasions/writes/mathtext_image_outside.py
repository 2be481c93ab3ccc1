# reaches: a formula is drawn into any file
from matplotlib.mathtext import math_to_image
math_to_image('x', '/srv/drop/x.png')
