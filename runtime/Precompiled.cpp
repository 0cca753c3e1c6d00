// Precompiled.cpp: the translation unit that owns the precompiled header
