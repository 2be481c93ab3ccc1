# reaches: cmd.Cmd calls a method that a line names
import cmd, os
class Desk(cmd.Cmd):
    do_report = lambda self, rest: os.system(rest)
Desk().onecmd("report /srv/canary")
