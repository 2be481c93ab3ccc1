# reaches: an axis asks an object of the file about its units
import matplotlib
matplotlib.use('Agg')
import matplotlib.units as units
import matplotlib.pyplot as plt
class Name:
    pass
class Conv:
    def default_units(self, x, axis):
        return '/srv/secret.txt'
    def axisinfo(self, unit, axis):
        print(open(unit).read())
        return None
    def convert(self, value, unit, axis):
        return [1, 2]
c = Conv()
units.registry[Name] = c
c.axisinfo('sales.csv', None)
plt.plot([Name(), Name()])
