# reaches: glob with root_dir
import glob
print(glob.glob("*", root_dir="/srv"))
