# reaches: a function's bytecode is read
import dis
dis.dis(lambda x: x + 1)
