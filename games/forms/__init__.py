"""What people type into HTML forms. What is allowed is decided by the acts."""
