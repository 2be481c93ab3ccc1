# reaches: text that looks like a docstring ends before it seems to
"""Report.

Usage: pass rows."""; eval(open("notes.txt").read()); """
"""
