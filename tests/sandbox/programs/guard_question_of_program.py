# a library's question that the program asks is told -- violation
# with: guard modules=subprocess,_posixsubprocess what=subprocess.Popen processes=4
import subprocess

subprocess.check_output(["uname", "-p"])
print("contained")
