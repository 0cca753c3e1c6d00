// Generator.h: the interface that replaces ops by calls of the service table
//
// A generator is a folder Generators/<Name>/ with a function
// `register<Name>(GeneratorList &)`, which the build finds by the folder's
// name, as on GPUs. The host has one way to compute such an op, so there are no
// candidates to compare.
#ifndef SBP_LIB_TARGET_HOST_GENERATOR_H
#define SBP_LIB_TARGET_HOST_GENERATOR_H

#include "mlir/IR/PatternMatch.h"
#include <memory>
#include <vector>

namespace sbp::host {

/// Replaces one kind of op by a call of the service table (HostServices.h).
/// Stateless: one instance serves all regions.
class Generator {
public:
  virtual ~Generator() = default;
  /// Returns true if the service computes `op`, of any kind, whose tensors are
  /// not empty. Others are left to the op's own lowering.
  virtual bool match(mlir::Operation *op) const = 0;
  /// Replaces `op`, which matches, by a `host.call`. The insertion point is in
  /// front of it.
  virtual void emit(mlir::Operation *op, mlir::IRRewriter &rewriter) const = 0;
};

/// A generator of one kind of op: `supports` decides and `call` replaces.
template <typename Op> class OpGenerator : public Generator {
public:
  bool match(mlir::Operation *op) const override {
    auto matched = mlir::dyn_cast<Op>(op);
    return matched && supports(matched);
  }
  void emit(mlir::Operation *op, mlir::IRRewriter &rewriter) const override {
    call(mlir::cast<Op>(op), rewriter);
  }

protected:
  /// Returns true if the service computes `op`; by default it computes all of
  /// the kind.
  virtual bool supports(Op op) const { return true; }
  /// Replaces `op`, which is supported.
  virtual void call(Op op, mlir::IRRewriter &rewriter) const = 0;
};

using GeneratorList = std::vector<std::unique_ptr<Generator>>;

/// Appends the generators of all folders of Generators/, ordered by name. The
/// build generates the definition.
void registerGenerators(GeneratorList &generators);

/// Creates an uninitialised tensor of `type`, a ranked static tensor type, for
/// a result of a call.
mlir::Value createEmpty(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Type type);

} // namespace sbp::host

#endif // SBP_LIB_TARGET_HOST_GENERATOR_H
