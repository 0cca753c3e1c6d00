// Switch.cpp: questions about kinds that op-kinds.test finds, and others
// Comments may name tensor::ConcatOp.
auto made = tensor::ConcatOp::create(builder, loc, 0, values);
bool joins = isa<tensor::ConcatOp>(op);
bool widens = isa<arith::ExtSIOp, arith::ExtUIOp>(op);
bool gathers = op->getName().getStringRef() == "nn.gather";
using namespace mlir::math;
bool loops = isa<linalg::LinalgOp, func::ReturnOp, BoxingOp>(op);
