// Precompiled.cpp: owns the precompiled header of the runtime's libraries
