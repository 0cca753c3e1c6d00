// HostDialect.cpp: calls of the runtime as ops, from tensors to buffers
#include "sbp/Target/Host/IR/HostDialect.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace sbp::host;

#include "sbp/Target/Host/IR/HostDialect.cpp.inc"
#define GET_OP_CLASSES
#include "sbp/Target/Host/IR/HostOps.cpp.inc"

void HostDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "sbp/Target/Host/IR/HostOps.cpp.inc"
      >();
}

namespace {
/// Bufferises a call: outputs are written entirely, so their old values are not
/// read.
struct CallModel
    : bufferization::DstBufferizableOpInterfaceExternalModel<CallModel,
                                                             CallOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const bufferization::AnalysisState &) const {
    return !cast<CallOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bufferization::BufferizationOptions &options,
                          bufferization::BufferizationState &state) const {
    auto call = cast<CallOp>(op);
    auto getBuffers = [&](OperandRange values,
                          SmallVectorImpl<Value> &buffers) -> LogicalResult {
      for (Value value : values) {
        FailureOr<Value> buffer =
            bufferization::getBuffer(rewriter, value, options, state);
        if (failed(buffer))
          return failure();
        buffers.push_back(*buffer);
      }
      return success();
    };
    SmallVector<Value> inputs, outputs;
    if (failed(getBuffers(call.getInputs(), inputs)) ||
        failed(getBuffers(call.getOutputs(), outputs)))
      return failure();
    CallOp::create(rewriter, call.getLoc(), TypeRange(), inputs,
                   call.getScalars(), outputs, call.getService(),
                   call.getWords(), call.getFlops(), call.getDense());
    bufferization::replaceOpWithBufferizedValues(rewriter, op, outputs);
    return success();
  }
};
} // namespace

void sbp::host::registerHostDialect(DialectRegistry &registry) {
  registry.insert<HostDialect>();
  registry.addExtension(+[](MLIRContext *context, HostDialect *) {
    CallOp::attachInterface<CallModel>(*context);
  });
}
