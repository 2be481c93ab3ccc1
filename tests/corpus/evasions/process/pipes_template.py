# reaches: a pipes.Template runs its stages
import pipes
t = pipes.Template()
t.append("/srv/canary", "--")
t.copy("sales.csv", "out.csv")
