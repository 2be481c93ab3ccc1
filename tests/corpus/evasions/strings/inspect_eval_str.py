# reaches: inspect.signature with eval_str evaluates annotations
import inspect
def f(x: "print(open('/srv/secret.txt').read())"):
    pass
inspect.signature(f, eval_str=True)
