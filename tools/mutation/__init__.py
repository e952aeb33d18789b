"""What tools/mutate does: mutants beside the code that they change, in one build, and the tests that notice them."""
