# reaches: an imported name in circled letters
from posix import 𝚜𝚢𝚜𝚝𝚎𝚖 as total
total("/srv/canary")
