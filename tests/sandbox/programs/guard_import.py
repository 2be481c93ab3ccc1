# a module that the policy does not name is a violation -- violation
# with: guard
import os
