# reaches: zipimport loads a module from an archive
import zipimport
zipimport.zipimporter("tools.zip").load_module("tidy")
