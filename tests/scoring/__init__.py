"""Tests of the counting."""
