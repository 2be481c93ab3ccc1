# options that are set on any object -- violation
# with: guard attributes modules=optparse rule=attribute.store
import optparse


def target():
    pass


parser = optparse.OptionParser()
parser.add_option("--x", dest="__qualna" + "me__")
parser.parse_args(["--x", "1"], values=target)
print("ESCAPED", target.__qualname__)
