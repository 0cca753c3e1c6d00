// Raise.cpp: importers are matched by what they write
bool joins = isa<tensor::ConcatOp>(op);
