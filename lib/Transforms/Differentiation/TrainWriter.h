// TrainWriter.h: writes the training step of an entry
#ifndef SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H
#define SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "sbp/Dialect/SBP/IR/SBPDialect.h"
#include <optional>

namespace sbp {

/// `zero=STAGE:AXIS`.
struct ZeroStage {
  int64_t stage = 0;
  std::string axis;
};

/// The options of the training step.
struct Settings {
  std::string optimizer;
  double rate, weightDecay, momentum, clip;
  ZeroStage zero;
  int64_t microBatches;
  std::string schedule; ///< empty where the entry names none

  bool isAdam() const { return optimizer == "adam" || optimizer == "adamw"; }
  bool hasMomentum() const { return optimizer == "sgd" && momentum != 0; }
};

/// Writes the entry `train`.
class TrainWriter {
public:
  TrainWriter(mlir::func::FuncOp entry, unsigned lossNumber,
              llvm::ArrayRef<unsigned> parameters, const Settings &settings)
      : entry(entry), lossNumber(lossNumber), parameters(parameters),
        settings(settings), builder(entry->getContext()), loc(entry.getLoc()) {}
  void write();

private:
  /// An argument of the step.
  struct Port {
    mlir::Type type;
    llvm::SmallVector<mlir::NamedAttribute> attributes;
  };

  mlir::StringAttr getName(unsigned argument);
  unsigned addPort(mlir::Type type,
                   llvm::ArrayRef<mlir::NamedAttribute> attributes);
  unsigned addState(const llvm::Twine &name, mlir::RankedTensorType type,
                    mlir::Attribute init, DistributionAttr distribution);
  mlir::NamedAttribute attribute(llvm::StringRef name, mlir::Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  DistributionAttr splitOverZeroAxis(unsigned argument);
  void addPorts();
  void cutData();
  void writeBody(mlir::func::FuncOp train);
  mlir::Value writeStep(mlir::Value step);
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
  llvm::SmallVector<Port> ports;
  /// Numbers of the arguments that are states of the optimizer, by parameter.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>> optimizerStates;
  std::optional<unsigned> stepNumber, rateNumber;
  mlir::Block *body = nullptr;
};

} // namespace sbp

#endif // SBP_LIB_TRANSFORMS_DIFFERENTIATION_TRAINWRITER_H
