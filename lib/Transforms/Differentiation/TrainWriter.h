// TrainWriter.h: writes the training step of an entry
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H

#include "LossScale.h"
#include "ParameterGroups.h"
#include "TrainedEntry.h"
#include "mlir/IR/IRMapping.h"
#include "sbp/Dialect/NN/IR/OptimizerKinds.h"
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

/// The options of the training step.
struct Settings {
  OptimizerNumbers numbers; ///< of parameters whose group has no other
  ParameterGroups groups;   ///< over the parameters of the entry
  /// The learning rate, above 0; 0 makes the rate an argument of the step.
  double rate;
  double clip; ///< largest global norm of the gradients; 0 clips nothing
  /// True if optimizer states have the type of their parameter; false widens
  /// those that are narrower than f32 to f32.
  bool narrowStates;
  ZeroStage zero;
  int64_t microBatches; ///< per step; 1 cuts nothing
  std::string schedule; ///< empty where the entry names none
  /// "layers", "contractions", or empty where nothing is made again.
  std::string recompute;
  /// "bf16" or "f16" for products of that type and f32 masters; empty for
  /// products of the types of the model.
  std::string precision;
  bool accumulatesWide; ///< gradients are summed in f32 (`sbp.accumulate`)
  /// The scale of the loss; nullopt scales nothing.
  std::optional<LossScale> lossScale;

  /// Returns whether parameters are stored split over the axis of ZeRO: at
  /// stage 3, and as masters, whose narrow form is gathered.
  bool splitsParameters() const {
    return zero.stage == 3 || (zero.stage > 0 && !precision.empty());
  }
};

/// Writes the entry `train`: the model, its gradient and the update of all
/// parameters. `trained` and `settings` must outlive it.
class TrainWriter {
public:
  TrainWriter(TrainedEntry &trained, const Settings &settings)
      : trained(trained), entry(trained.getEntry()),
        parameters(trained.getParameters()), settings(settings),
        builder(entry->getContext()), loc(entry.getLoc()) {}
  /// Adds `train` after the entry, in a module without one; it returns the
  /// loss, then the next values of the states of the entry, of parameters,
  /// optimizer states and step number. Gradients are no results of the entry
  /// any more. Stage 3 of ZeRO, and every stage with a precision, also change
  /// how the entry stores its parameters. With several micro-batches, data
  /// without a mark is cut along dimension 0. Called once; never fails.
  void write();

private:
  /// An argument of the step.
  struct Port {
    mlir::Type type;
    llvm::SmallVector<mlir::NamedAttribute> attributes;
  };

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
  /// Appends the optimizer states of parameter `number`.
  void addStates(size_t number);
  /// Returns the numbers of the optimizer of parameter `number`.
  OptimizerNumbers getNumbers(size_t number) const;
  /// Emits the gradients of all parameters. `mapping` is from the entry to the
  /// body.
  llvm::SmallVector<mlir::Value> writeGradients(mlir::IRMapping &mapping,
                                                mlir::Value loss);
  /// Emits the gradients scaled to the largest norm of the settings.
  llvm::SmallVector<mlir::Value>
  writeClipping(llvm::ArrayRef<mlir::Value> gradients);
  /// Emits a constant rate.
  mlir::Value writeRate(double rate);
  /// Emits the rate of parameter `number`, from the rate of the step.
  mlir::Value scaleRate(size_t number, mlir::Value rate);
  /// Emits the value that the model reads for parameter `number`: a master is
  /// rounded, gathered where ZeRO has split it, and widened.
  mlir::Value writeParameter(size_t number);
  /// Emits the gradients divided by the scale of the loss.
  llvm::SmallVector<mlir::Value> unscale(llvm::ArrayRef<mlir::Value> gradients);
  /// Emits, for each next value of a state that the update has made, a choice
  /// between it and the old one, and the next scale: `next` has the values from
  /// the parameters on.
  void skipUnlessFinite(llvm::ArrayRef<mlir::Value> gradients,
                        llvm::MutableArrayRef<mlir::Value> next,
                        llvm::SmallVectorImpl<mlir::Value> &scales);
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

  TrainedEntry &trained;
  mlir::func::FuncOp entry;
  llvm::ArrayRef<TrainedParameter> parameters;
  const Settings &settings;
  mlir::OpBuilder builder;
  mlir::Location loc;
  llvm::SmallVector<Port> ports; ///< arguments of `train`, in order
  /// Numbers of the arguments that are states of the optimizer, by parameter.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>> optimizerStates;
  /// Numbers of the arguments with the number of the step and the rate; nullopt
  /// where the step has none.
  std::optional<unsigned> stepNumber, rateNumber;
  /// Numbers of the arguments with the scale of the loss and the good steps.
  std::optional<unsigned> scaleNumber, goodNumber;
  /// How the model reads each parameter that is stored split, by parameter;
  /// null where it reads it as it is stored.
  llvm::SmallVector<DistributionAttr> gathered;
  mlir::Block *body = nullptr; ///< of `train`, once `writeBody` has begun
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H
