// AnnotationInterface.h: the attributes of a dialect that annotate ops
#ifndef SBP_INTERFACES_ANNOTATIONINTERFACE_H
#define SBP_INTERFACES_ANNOTATIONINTERFACE_H

#include "mlir/IR/DialectInterface.h"

namespace sbp {

/// A dialect whose discardable attributes include annotations implements this
/// interface. Passes attach annotations to an op to record what they decided
/// about it; the semantics of the op and its rules do not depend on them.
class AnnotationInterface
    : public mlir::DialectInterface::Base<AnnotationInterface> {
public:
  /// The dialect owns the interface and outlives it.
  AnnotationInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// Returns true where the attribute `name` of this dialect is an annotation.
  virtual bool isAnnotation(llvm::StringRef name) const = 0;
};

/// Returns true where the dialect of the attribute lists it as an annotation;
/// false for attributes of dialects that do not implement the interface.
inline bool isAnnotation(mlir::NamedAttribute attribute) {
  mlir::Dialect *dialect = attribute.getNameDialect();
  auto *owner = dialect ? dialect->getRegisteredInterface<AnnotationInterface>()
                        : nullptr;
  return owner && owner->isAnnotation(attribute.getName());
}

} // namespace sbp

#endif // SBP_INTERFACES_ANNOTATIONINTERFACE_H
