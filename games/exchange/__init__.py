"""What leaves the program: as files, and on paper, where each sheet is once a value in words, for page and PDF."""
