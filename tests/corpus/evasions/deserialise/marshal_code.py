# reaches: marshal loads a code object that is executed
import marshal
exec(marshal.loads(open("code.bin", "rb").read()))
