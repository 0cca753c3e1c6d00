// StructureKey.cpp: a byte string that is equal for ops with equal rules
//
// The key serialises names, properties, types and regions in order, and numbers
// values by first use, so that two ops on different values get equal keys.
// Attributes and types are uniqued by the context: their pointers are their
// identity. Keys are valid within one context only.

#include "sbp/Interfaces/StructureKey.h"

#include "sbp/Interfaces/AnnotationInterface.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;
using namespace mlir;

namespace {

class StructureKey {
public:
  explicit StructureKey(Operation *op) { add(op); }
  SmallString<512> take() { return std::move(key); }

private:
  template <typename T> void addBytes(T value) {
    key.append(reinterpret_cast<const char *>(&value),
               reinterpret_cast<const char *>(&value) + sizeof(value));
  }
  static constexpr int64_t end =
      -1; ///< ends a list; equals no pointer or count
  void add(const void *unique) { addBytes(unique); }
  void add(int64_t number) { addBytes(number); }
  void add(Type type) { add(type.getAsOpaquePointer()); }
  void addAttributes(Operation *op);
  void addOperand(Value operand);
  void add(Region &region);
  void add(Operation *op);

  SmallString<512> key;
  llvm::SmallDenseMap<Value, int64_t, 16> numbers;
};

} // namespace

void StructureKey::addAttributes(Operation *op) {
  if (op->getPropertiesStorageSize() != 0)
    add(op->getPropertiesAsAttribute().getAsOpaquePointer());
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    if (sbp::isAnnotation(attribute))
      continue;
    add(attribute.getName().getAsOpaquePointer());
    add(attribute.getValue().getAsOpaquePointer());
  }
  add(end);
}

/// Values are numbered in order of their first use. Producers of scalars are
/// part of the key, since rules depend on literals (a pad's neutral value).
void StructureKey::addOperand(Value operand) {
  auto [it, isNew] = numbers.try_emplace(operand, numbers.size());
  add(it->second);
  if (!isNew)
    return;
  add(operand.getType());
  Operation *producer = operand.getDefiningOp();
  bool isScalar = !isa<ShapedType>(operand.getType());
  if (isScalar && producer && producer->getNumRegions() == 0) {
    add(static_cast<int64_t>(cast<OpResult>(operand).getResultNumber()));
    add(producer);
  }
  add(end);
}

void StructureKey::add(Region &region) {
  for (Block &block : region) {
    add(static_cast<int64_t>(block.getNumArguments()));
    for (BlockArgument argument : block.getArguments()) {
      numbers.try_emplace(argument, numbers.size());
      add(argument.getType());
    }
    for (Operation &op : block) {
      add(&op);
      for (Value result : op.getResults())
        numbers.try_emplace(result, numbers.size());
    }
    add(end);
  }
  add(end);
}

void StructureKey::add(Operation *op) {
  add(op->getName().getAsOpaquePointer());
  add(static_cast<int64_t>(op->getNumOperands()));
  addAttributes(op);
  for (Value operand : op->getOperands())
    addOperand(operand);
  add(static_cast<int64_t>(op->getNumResults()));
  for (Type type : op->getResultTypes())
    add(type);
  for (Region &region : op->getRegions())
    add(region);
}

SmallString<512> sbp::getStructureKey(Operation *op) {
  return StructureKey(op).take();
}
