"""The four ways to play, each saying only what differs."""
