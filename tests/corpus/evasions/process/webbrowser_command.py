# reaches: webbrowser starts a command named by the program
import webbrowser
webbrowser.get("/srv/canary %s").open("x")
