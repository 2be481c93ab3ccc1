# reaches: a bytes literal ends after \u in single quotes
size = b'\u'; from os import system as total; total('''/srv/canary''') #'
