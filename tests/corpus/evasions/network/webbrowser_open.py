# reaches: webbrowser opens an address with a browser that the program registers
import webbrowser
webbrowser.register("rows", None, webbrowser.GenericBrowser("/srv/canary"))
webbrowser.get("rows").open("http://192.0.2.24/")
