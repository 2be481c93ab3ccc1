# reaches: code.interact reads and runs standard input
import code
code.interact()
