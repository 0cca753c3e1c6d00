// Buffers.h: the memory of every tensor of a region
//
// A tensor is an input, an output, a constant of the module, a temporary, or a
// view of one of them. Temporaries share one scratch buffer by lifetime. What
// launches compute once for all steps lies in persistent memory, which nothing
// shares.
#ifndef SBP_LIB_TARGET_CUDA_BUFFERS_H
#define SBP_LIB_TARGET_CUDA_BUFFERS_H

#include "Choice/Views.h"
#include "Scratch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Interfaces/ElementBytes.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace sbp::cuda {

using sbp::getElementBytes;

/// Identifies the memory of a tensor: input, output, temporary, constant or
/// persistent buffer `index`, counted from 0 within its kind, from byte
/// `offset` on. As the
/// operand of a launch it may also be scalar parameter `index` of the region.
struct BufferRef {
  enum class Kind { Input, Output, Temporary, Constant, Persistent, Parameter };
  Kind kind = Kind::Temporary;
  unsigned index = 0;
  int64_t offset = 0;
  bool operator==(const BufferRef &other) const {
    return kind == other.kind && index == other.index && offset == other.offset;
  }
};

/// Returns the bytes of a ranked static tensor in memory, one for each i1.
int64_t getTensorBytes(mlir::Value tensor);
/// Returns whether a ranked static tensor has no elements.
bool isEmpty(mlir::Value tensor);
/// Returns whether the value of `tensor` is the same in every step unless the
/// user changes it: it is an argument with kFixedAttr, a constant, or a reshape
/// or slice of one. A slice at an offset that a step computes is not.
bool isFixed(mlir::Value tensor);
/// Returns whether the one op that reads `tensor` may write over it: nothing
/// else reads it, nor a tensor that it is a view of.
bool isReplaced(mlir::Value tensor);

/// The buffers of a region's tensors, assigned while its launches are planned.
class Buffers {
public:
  /// Assigns the inputs, and finds the results that can be computed directly
  /// into output buffers. `region` must outlive this object.
  explicit Buffers(mlir::func::FuncOp region);

  /// Returns whether the tensor has a buffer. `lookup` requires one; otherwise
  /// its result means nothing.
  bool contains(mlir::Value tensor) const { return buffers.contains(tensor); }
  BufferRef lookup(mlir::Value tensor) const { return buffers.lookup(tensor); }
  void set(mlir::Value tensor, BufferRef buffer) { buffers[tensor] = buffer; }
  void erase(mlir::Value tensor) { buffers.erase(tensor); }
  /// Assigns the destination, or else a new temporary, to `value`.
  void assign(mlir::Value value);
  /// Returns the output buffer that `value`, or a value that it is inserted
  /// into or reshaped to, is computed for. Returns nothing for other values.
  std::optional<BufferRef> getDestination(mlir::Value value) const;
  /// Returns the result in whose buffer the accumulator that is tensor argument
  /// `input` of the region lives; nothing for an input.
  std::optional<unsigned> getAccumulated(unsigned input) const;
  /// Returns a new temporary of at least `bytes` bytes, aligned to 256.
  BufferRef allocateTemporary(int64_t bytes);
  /// Creates a value of the type of `like` whose memory is `buffer`: an op at
  /// the region's end, which no op of the region uses.
  mlir::Value createValueIn(mlir::Value like, BufferRef buffer);

  /// Creates a value of `type` in a temporary of its own, like createValueIn.
  mlir::Value createTemporary(mlir::Location loc, mlir::RankedTensorType type);

  /// Creates a value of `type` in persistent memory of its own, like
  /// createValueIn.
  mlir::Value createPersistent(mlir::Location loc, mlir::RankedTensorType type);
  /// Returns the byte offset of a persistent buffer.
  int64_t getPersistentOffset(unsigned index) const {
    return persistentOffsets[index];
  }
  int64_t getPersistentBytes() const { return persistentBytes; }

  /// Adds a constant of the kernels' module, the global of this name.
  BufferRef addConstant(std::string symbol);
  /// Returns the global's name, which is valid until the next addConstant.
  llvm::StringRef getSymbol(const BufferRef &constant) const {
    return constants[constant.index];
  }

  Scratch scratch; ///< the temporaries

private:
  void findOutputs();

  mlir::func::FuncOp region;
  llvm::DenseMap<mlir::Value, BufferRef> buffers; ///< by tensor
  llvm::DenseMap<mlir::Value, BufferRef>
      outputs; ///< buffers of results that are computed in place
  std::vector<std::string> constants; ///< symbols
  std::vector<int64_t> persistentOffsets;
  int64_t persistentBytes = 0;
};

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_BUFFERS_H
