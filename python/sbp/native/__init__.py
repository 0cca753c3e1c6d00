"""The compiler and the runtime behind the package: their files, and their C interfaces by ctypes."""
