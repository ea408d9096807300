"""Other packages' functions, answered by Lethe: same names and arguments."""
