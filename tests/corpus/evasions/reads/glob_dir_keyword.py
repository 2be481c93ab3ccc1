# reaches: glob with its pattern by keyword
import glob
print(glob.glob(pathname="/srv/*"))
