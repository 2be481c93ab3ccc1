# reaches: string.Template puts the path together
from string import Template
print(open(Template("/$a/$b.txt").substitute(a="srv", b="secret")).read())
