# reaches: a tick's text from data is a template that walks to the environment
import io, os
import matplotlib.pyplot as plt
class V:
    def f(self):
        return 1
fig, ax = plt.subplots()
ax.xaxis.set_major_formatter(io.StringIO('{x.f.-globals-[os].environ}').read().replace('-', '__'))
print(ax.xaxis.get_major_formatter()(V(), 0))
