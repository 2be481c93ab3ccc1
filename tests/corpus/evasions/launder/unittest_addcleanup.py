# reaches: a test case's clean-up runs exec
import unittest
t = unittest.TestCase()
t.addCleanup(exec, open("steps.txt").read())
t.doCleanups()
