"""What speed claims rest on: ours beside a peer, in one run, as ratios. `make bench` prints one line a goal."""
