# through a metaclass of the library -- violation
# with: guard attributes modules=abc rule=attribute.dunder
import abc

abc.ABCMeta("T", (), {"__de" + "l__": print})
print("ESCAPED")
