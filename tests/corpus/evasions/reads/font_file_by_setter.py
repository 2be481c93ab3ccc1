# reaches: a text is told another font by a method
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
t = plt.title('x')
t.set_font({'fname': '/srv/secret.txt'})
plt.savefig('a.png')
