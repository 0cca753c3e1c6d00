"""What tests, benchmarks and checks on GPUs share. `test` is on PYTHONPATH (test/lit.cfg.py)."""
