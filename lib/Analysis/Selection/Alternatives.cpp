// Alternatives.cpp: which choice and form an op belongs to

#include "sbp/Analysis/Selection/Alternatives.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir;

namespace sbp {

void Alternatives::add(Choice choice, unsigned weight) {
  totalWeight += weight;
  unsigned number = choices.size();
  places[choice.op] = {number, 0};
  for (auto [i, form] : enumerate(choice.forms))
    for (Operation *op : form.ops)
      places[op] = {number, static_cast<unsigned>(i + 1)};
  choices.push_back(std::move(choice));
}

std::optional<Alternatives::Place> Alternatives::find(Operation *op) const {
  auto it = places.find(op);
  if (it == places.end())
    return std::nullopt;
  return it->second;
}

bool Alternatives::isGiven(Operation *op) const {
  std::optional<Place> place = find(op);
  return !place || place->form == 0;
}

bool Alternatives::runs(Operation *op, ArrayRef<unsigned> forms) const {
  std::optional<Place> place = find(op);
  return !place || place->form == forms[place->choice];
}

Value Alternatives::getRunning(Value value, ArrayRef<unsigned> forms) const {
  auto result = dyn_cast<OpResult>(value);
  std::optional<Place> place = result ? find(result.getOwner()) : std::nullopt;
  if (!place || place->form != 0 || forms[place->choice] == 0)
    return value;
  const Form &taken = choices[place->choice].forms[forms[place->choice] - 1];
  return taken.results[result.getResultNumber()];
}

} // namespace sbp
