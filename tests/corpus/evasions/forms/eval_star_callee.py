# reaches: a starred call in a set display
{*eval("[" + open("notes.txt").read() + "]")}
