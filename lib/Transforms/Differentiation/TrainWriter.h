// TrainWriter.h: writes the training step of an entry
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include <optional>

namespace sbp {

/// The option `zero=STAGE:AXIS` (ZeRO, Rajbhandari et al. 2020). Stage 1 splits
/// optimizer states over the axis of the placement, 2 gradients as well, 3
/// parameters as well; 0 splits nothing.
struct ZeroStage {
  int64_t stage = 0; ///< 0 to 3
  std::string axis;  ///< name of an axis; empty for stage 0
};

/// The options of the training step. A rate of 0 makes the rate an argument of
/// the step; a clip of 0 clips nothing.
struct Settings {
  std::string optimizer; ///< "sgd", "adam" or "adamw"
  /// The learning rate, the coefficient of the weight decay, the factor of the
  /// velocity (sgd only), and the largest global norm of the gradients.
  double rate, weightDecay, momentum, clip;
  ZeroStage zero;
  int64_t microBatches; ///< per step; 1 cuts nothing
  std::string schedule; ///< empty where the entry names none

  bool isAdam() const { return optimizer == "adam" || optimizer == "adamw"; }
  bool hasMomentum() const { return optimizer == "sgd" && momentum != 0; }
};

/// Writes the entry `train`: the model, its gradient and the update of all
/// parameters. `parameters` and `settings` must outlive it.
class TrainWriter {
public:
  /// `lossNumber` is the index of the result that is minimised; `parameters`
  /// are the indices of the arguments, all of them states, that are updated.
  TrainWriter(mlir::func::FuncOp entry, unsigned lossNumber,
              llvm::ArrayRef<unsigned> parameters, const Settings &settings)
      : entry(entry), lossNumber(lossNumber), parameters(parameters),
        settings(settings), builder(entry->getContext()), loc(entry.getLoc()) {}
  /// Adds `train` behind the entry, in a module without one; it returns the
  /// loss, then the next values of parameters, optimizer states and step
  /// number. Stage 3 of ZeRO also changes how the entry stores its parameters.
  /// With several micro-batches, data without a mark is cut along dimension 0.
  /// Called once; never fails.
  void write();

private:
  /// An argument of the step.
  struct Port {
    mlir::Type type;
    llvm::SmallVector<mlir::NamedAttribute> attributes;
  };

  /// Returns the name of the state that an argument holds, null for other
  /// arguments.
  mlir::StringAttr getName(unsigned argument);
  /// Appends an argument of the step and returns its number.
  unsigned addPort(mlir::Type type,
                   llvm::ArrayRef<mlir::NamedAttribute> attributes);
  /// Appends a state of the optimizer and returns its number. `distribution`
  /// may be null.
  unsigned addState(const llvm::Twine &name, mlir::RankedTensorType type,
                    mlir::Attribute init, DistributionAttr distribution);
  /// Returns the attribute of that name and value.
  mlir::NamedAttribute attribute(llvm::StringRef name, mlir::Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  /// Returns the distribution of a parameter with dimension 0 split over the
  /// axis of ZeRO as well, or as it is stored where ZeRO is off or no equal
  /// copies lie along the axis. Null for a parameter without annotation.
  DistributionAttr splitOverZeroAxis(unsigned argument);
  /// Appends the arguments of the entry, the optimizer states, the step number
  /// and the rate.
  void addPorts();
  /// Marks dimension 0 of all data as the one that micro-batches cut, unless
  /// they name another.
  void cutData();
  /// Fills the body of `train` from the entry's ops.
  void writeBody(mlir::func::FuncOp train);
  /// Emits the number of the next step, `step` + 1, as a tensor of the same
  /// type.
  mlir::Value writeStep(mlir::Value step);
  /// Emits the update of parameter `number` and returns its next value,
  /// followed by those of its optimizer states. `step` is null for sgd.
  llvm::SmallVector<mlir::Value> writeUpdate(size_t number,
                                             mlir::Value gradient,
                                             mlir::Value step,
                                             mlir::Value rate);

  mlir::func::FuncOp entry;
  unsigned lossNumber;
  llvm::ArrayRef<unsigned> parameters;
  const Settings &settings;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::SmallVector<Port> ports; ///< arguments of `train`, in order
  /// Numbers of the arguments that are states of the optimizer, by parameter.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>> optimizerStates;
  /// Numbers of the arguments with the number of steps (adam, adamw) and the
  /// rate; nullopt where the step has none.
  std::optional<unsigned> stepNumber, rateNumber;
  mlir::Block *body = nullptr; ///< of `train`, once `writeBody` has begun
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H
