# reaches: an option's callback runs exec
import optparse
p = optparse.OptionParser()
p.add_option("-x", action="callback", callback=lambda o, s, v, p, f=exec: f(open("steps.txt").read()))
p.parse_args(["-x"])
