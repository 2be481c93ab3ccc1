# reaches: a colour bar's text from data is a template that walks to the environment
import io, os
import matplotlib.pyplot as plt
class V(float):
    def f(self):
        return 1
fig, ax = plt.subplots()
t = io.StringIO('{x.f.-globals-[os].environ}').read().replace('-', '__')
bar = fig.colorbar(ax.imshow([[1, 2], [3, 4]]), format=t)
print(bar.formatter(V(2), 0))
