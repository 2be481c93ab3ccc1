# harmless: attributes named modules and loader on a plant model
class Plant:
    def __init__(self):
        self.modules = ["panel", "inverter"]
        self.loader = "crane"
p = Plant()
print(len(p.modules), p.loader)
