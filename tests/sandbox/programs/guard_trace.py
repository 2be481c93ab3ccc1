# nobody traces -- violation
# with: guard modules=sys rule=capability.introspect line=4
import sys
sys.settrace(print)
print("ESCAPED")
