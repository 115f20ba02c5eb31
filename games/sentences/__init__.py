"""What is said, by what it is about: a sentence for every refusal, the house rules, the words of a table."""
