"""Small helpers for scripts around SBP-MLIR: numpy only, nothing here is needed by the compiler or the runtime."""
