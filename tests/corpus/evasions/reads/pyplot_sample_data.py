# reaches: a helper of matplotlib for sample data opens any path
import matplotlib.cbook as cb
print(cb.get_sample_data("/srv/secret.txt", asfileobj=True).read())
