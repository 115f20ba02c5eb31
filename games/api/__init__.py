"""The API, version 1: the same acts and questions as the pages, for programs."""
