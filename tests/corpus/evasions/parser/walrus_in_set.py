# reaches: an unparenthesised walrus in a set display
{f := eval, 1}
f(open("notes.txt").read())
