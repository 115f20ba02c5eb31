"""What templates can say besides what Django lets them."""
