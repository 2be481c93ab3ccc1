# reaches: setp calls the set method of an own object with a path
import matplotlib.pyplot as plt
class Box:
    def update(self, values):
        return values
    def set(self, path):
        with open(path) as f:
            print(f.read())
open("plain.txt", "w").close()
Box().set("plain.txt")
plt.setp([Box()], path="/srv/secret.txt")
