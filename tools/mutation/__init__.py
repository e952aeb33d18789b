"""The implementation of tools/mutate: one build with all mutants, and the tests that detect them."""
