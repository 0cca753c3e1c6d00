"""A module for each generator of kernels (lib/Target/CUDA/Generators): its cases for scripts/gpu-check."""
