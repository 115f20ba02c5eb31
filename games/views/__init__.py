"""Pages, by audience. A view reads its input, calls one service or selector, and renders."""
