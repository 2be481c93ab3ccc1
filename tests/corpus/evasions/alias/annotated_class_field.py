# reaches: an annotated class field holds exec, called over the class
class Report:
    title: str = "sales"
    render: object = exec
Report.render(open("steps.txt").read())
