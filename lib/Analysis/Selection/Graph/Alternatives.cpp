// Alternatives.cpp: maps ops and values to the choices they belong to

#include "sbp/Analysis/Selection/Graph/Alternatives.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

void Alternatives::add(Choice choice, unsigned weight) {
  totalWeight += weight;
  unsigned number = choices.size();
  positions[choice.op] = {number, 0};
  for (auto [i, form] : enumerate(choice.forms))
    for (Operation *op : form.ops)
      positions[op] = {number, static_cast<unsigned>(i + 1)};
  choices.push_back(std::move(choice));
}

std::optional<Alternatives::Position> Alternatives::find(Operation *op) const {
  auto it = positions.find(op);
  if (it == positions.end())
    return std::nullopt;
  return it->second;
}

std::optional<ChoiceKind> Alternatives::getKind(Operation *op) const {
  std::optional<Position> position = find(op);
  if (!position)
    return std::nullopt;
  return choices[position->choice].kind;
}

Value Alternatives::getRepeated(OpResult value) const {
  std::optional<Position> position = find(value.getOwner());
  if (!position || position->form == 0)
    return nullptr;
  const Choice &choice = choices[position->choice];
  if (choice.kind == ChoiceKind::Decomposed ||
      !is_contained(choice.forms[position->form - 1].results, value))
    return nullptr;
  return choice.op->getResult(value.getResultNumber());
}

bool Alternatives::isOriginal(Operation *op) const {
  std::optional<Position> position = find(op);
  return !position || position->form == 0;
}

bool Alternatives::isActive(Operation *op, ArrayRef<unsigned> forms) const {
  std::optional<Position> position = find(op);
  return !position || position->form == forms[position->choice];
}

Value Alternatives::getActiveValue(Value value,
                                   ArrayRef<unsigned> forms) const {
  auto result = dyn_cast<OpResult>(value);
  std::optional<Position> position =
      result ? find(result.getOwner()) : std::nullopt;
  if (!position || position->form != 0 || forms[position->choice] == 0)
    return value;
  const Form &taken =
      choices[position->choice].forms[forms[position->choice] - 1];
  return taken.results.empty() ? value
                               : taken.results[result.getResultNumber()];
}

} // namespace sbp
