# platform asks for the processor -- ok
# with: guard modules=platform,subprocess,_posixsubprocess processes=4
import platform

platform.processor()
print("contained")
