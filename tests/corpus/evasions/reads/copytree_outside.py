# reaches: shutil.copytree copies a folder outside
import shutil
shutil.copytree('/srv', 'got', ignore=shutil.ignore_patterns('drop', 'canary'))
print(open('got/secret.txt').read())
