# reaches: exec appended through a bound method kept in a variable
jobs = []
put = jobs.append
put(exec)
[job(open("steps.txt").read()) for job in jobs]
