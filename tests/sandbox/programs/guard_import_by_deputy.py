# a library does not import for the program what the policy leaves out -- violation
# with: guard modules=pkgutil rule=import.denied line=5
import pkgutil

print("ESCAPED", pkgutil.resolve_name("fileinput:input"))
