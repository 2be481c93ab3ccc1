# reaches: a private test module of the interpreter runs text in a subinterpreter
import _testcapi
_testcapi.run_in_subinterp(open("steps.txt").read())
