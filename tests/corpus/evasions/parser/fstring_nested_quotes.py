# reaches: an f-string within an f-string
f"{f'{eval(open(chr(110)+chr(111)+str()+chr(116)+chr(101)+chr(115)+chr(46)+chr(116)+chr(120)+chr(116)).read())}'}"
