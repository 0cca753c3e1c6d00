// Generator.h: the interface of kernel generators
//
// A generator is a folder Generators/<Name>/ with a function
// `register<Name>(GeneratorList &)`, which the build finds by the folder's
// name. For the ops that are due, every generator returns candidates; the ones
// with the least predicted time are emitted.
#ifndef SBP_LIB_TARGET_CUDA_GENERATOR_H
#define SBP_LIB_TARGET_CUDA_GENERATOR_H

#include "Chip.h"
#include "Tuning.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Target/Target.h"
#include "llvm/Support/FormatVariadic.h"
#include <memory>
#include <vector>

namespace sbp::cuda {

class Generator;
class LaunchPlan;

/// The ops that are due, in program order: ops that may share a kernel, or a
/// single one. Never empty.
using Window = llvm::ArrayRef<mlir::Operation *>;

/// A way to compute the first ops of a window. The generator lives as long as
/// the program.
struct Candidate {
  const Generator *generator = nullptr;
  unsigned numOps = 1;     ///< ops of the window that are computed
  std::string schedule;    ///< "tiles of 64 x 64 x 16", for reports
  double seconds = 0;      ///< predicted duration
  unsigned variant = 0;    ///< number of the schedule, defined by the generator
  int64_t packedBytes = 0; ///< KernelCandidate::packedBytes
};

/// Generates one kind of kernel. Stateless: one instance serves all regions.
class Generator {
public:
  virtual ~Generator() = default;
  /// Returns the name in reports and tuning files, in snake case; a literal.
  virtual llvm::StringRef getName() const = 0;
  /// Rewrites ops of the region that one kernel of this generator computes, and
  /// that are no neighbours, as one op with the mark kWholeAttr. Called before
  /// the steps that all targets share; the default does nothing.
  virtual void combine(mlir::func::FuncOp region) const {}
  /// Moves ops of the region that one kernel of this generator may compute next
  /// to each other. Called after all other steps on tensors; the default does
  /// nothing.
  virtual void gather(mlir::func::FuncOp region) const {}
  /// Offers a window. The last op of `window` is the next one of the region;
  /// those before it, if any, wait for their kernel and were accepted by this
  /// generator. Returns whether one kernel may compute all of them. Ops that
  /// this call appends, which come later in the region, complete the window: it
  /// is computed where its last op stands. Otherwise it stays open for the ops
  /// that follow. The ops of `window` are undefined after false, which the
  /// default returns.
  virtual bool extend(llvm::SmallVectorImpl<mlir::Operation *> &window,
                      const LaunchPlan &plan) const {
    return false;
  }
  /// Returns whether an open window may be computed after `op`, which is not
  /// part of it: a view, an insertion, or an op that a later window computes.
  /// The default returns false.
  virtual bool staysOpen(Window window, mlir::Operation *op) const {
    return false;
  }
  /// Returns whether a kernel of this generator may compute a tensor and an op
  /// that reads a view of it. The default returns false: windows end before
  /// such an op.
  virtual bool readsOwnViews() const { return false; }
  /// Returns whether this generator computes `op`, whichever candidate is
  /// chosen, where a later op stands. The default returns false.
  virtual bool isDeferred(mlir::Operation *op) const { return false; }
  /// Returns the inputs of `ops`, a window, that several launches may share:
  /// neighbours with a common one are joined where possible. The default
  /// returns none.
  virtual llvm::SmallVector<mlir::Value> getSharedInputs(Window ops) const {
    return {};
  }
  /// Appends candidates for the first ops of `window`, none if the ops do not
  /// fit. Changes nothing and reads the ops alone: buffers are assigned later.
  /// The window is valid only during the call.
  virtual void match(Window window, const Chip &chip,
                     llvm::SmallVectorImpl<Candidate> &candidates) const = 0;
  /// Returns the operand of an op with the mark kWholeAttr that becomes
  /// `result` by changes in place. Null for others.
  virtual mlir::OpOperand *findStart(mlir::OpResult result) const {
    return nullptr;
  }
  /// Assigns buffers to the results of `ops`, which one candidate computes, and
  /// makes their operands readable. Fails with a diagnostic if the plan cannot
  /// write an operand.
  virtual mlir::LogicalResult prepare(Window ops, LaunchPlan &plan) const = 0;
  /// Appends the launches of a candidate after prepare(); `ops` are those that
  /// it computes, whose results are not empty. Fails with a diagnostic.
  virtual mlir::LogicalResult emit(const Candidate &candidate, Window ops,
                                   LaunchPlan &plan) const = 0;

protected:
  /// Returns a candidate of this generator.
  Candidate candidate(std::string schedule, double seconds,
                      unsigned numOps = 1) const {
    return {this, numOps, std::move(schedule), seconds};
  }
};

using GeneratorList = std::vector<std::unique_ptr<Generator>>;

/// Appends the generators of all folders, in the order of their names.
/// Generated by the build.
void registerGenerators(GeneratorList &generators);
/// Returns all generators, which the first call creates and the program owns.
const GeneratorList &getGenerators();

/// Returns the operand that a generator's findStart returns for `result`; null
/// if none does, or the op lacks the mark kWholeAttr.
mlir::OpOperand *findStart(mlir::OpResult result);
/// Returns whether a generator's isDeferred returns true for `op`.
bool isDeferred(mlir::Operation *op);
/// Returns the inputs that the first generator with any returns for `ops`
/// (Generator::getSharedInputs).
llvm::SmallVector<mlir::Value> getSharedInputs(Window ops);
/// Calls `gather` of all generators. Never fails.
mlir::LogicalResult gatherOps(mlir::func::FuncOp region);
/// Calls `combine` of all generators. Never fails.
mlir::LogicalResult combineOps(mlir::func::FuncOp region);
/// Sets kWholeAttr on the ops of nn and memory_layer that have a candidate on
/// `chip`. Cannot fail.
mlir::LogicalResult markWholeOps(mlir::func::FuncOp region, const Chip &chip);

/// Returns the candidates of all generators for the first ops of `window` in
/// ascending order of predicted time; none if no generator takes them.
llvm::SmallVector<Candidate> findCandidates(Window window, const Chip &chip);
/// Returns candidates that compute all ops of `window`, one after the other,
/// with the least sum of predicted times; where `tuning` has a choice for an
/// op's class of shapes, that candidate. Fails with an error at an op that no
/// generator takes. Emits a remark for each choice among several and appends it
/// to `choices`.
mlir::FailureOr<llvm::SmallVector<Candidate>>
chooseCandidates(Window window, const Chip &chip, const Tuning &tuning,
                 std::vector<KernelChoice> &choices);

} // namespace sbp::cuda

#endif // SBP_LIB_TARGET_CUDA_GENERATOR_H
