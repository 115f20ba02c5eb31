"""Reading: each function is one question with a known price in queries."""
