# reaches: an Unpickler's find_class resolves names directly
import io, pickle
pickle.Unpickler(io.BytesIO()).find_class("os", "system")("/srv/canary")
