# reaches: a PDF writer opened outside
from matplotlib.backends.backend_pdf import PdfPages
with PdfPages("/srv/drop/a.pdf", keep_empty=True):
    pass
