# reaches: a style's path is a foreign file
import matplotlib.pyplot as plt
plt.style.use("/srv/secret.txt")
