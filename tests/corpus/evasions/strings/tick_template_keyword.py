# reaches: the keyword major_formatter makes a template of a text from data
import io, os
import matplotlib.pyplot as plt
class V:
    def f(self):
        return 1
fig, ax = plt.subplots()
plt.setp(ax.xaxis, major_formatter=io.StringIO('{x.f.-globals-[os].environ}').read().replace('-', '__'))
print(ax.xaxis.get_major_formatter()(V(), 0))
