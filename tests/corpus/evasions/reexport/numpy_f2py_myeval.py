# reaches: a helper of numpy.f2py evaluates text
from numpy.f2py import crackfortran
crackfortran.myeval(open("notes.txt").read())
