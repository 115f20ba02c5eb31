"""Writing: each function is one act. Permission, lock, rule, row, one event, in that order."""
