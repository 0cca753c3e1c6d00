// Weights.cpp: finds tensors of weights files and widens narrow floats
#include "Weights.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;

Status Weights::open(const std::string &where) {
  path = where;
  if (path.empty())
    return {};
  files.emplace();
  return files->read(path);
}

Result<bool> Weights::find(const std::string &name, DType dtype,
                           Tensor &tensor) {
  if (!files)
    return false;
  SBP_ASSIGN_OR_RETURN(bool found, files->find(name, tensor));
  if (!found)
    return false;
  used.insert(name);
  const ElementType &stored = ElementType::of(tensor.dtype);
  bool isWide = dtype == DType::f32 || dtype == DType::f64;
  if (!isWide || !stored.isFloat() ||
      stored.bytes >= ElementType::of(dtype).bytes)
    return true;
  tensor = convertFloats(tensor, dtype);
  ++widened;
  return true;
}

bool Weights::findAsStored(const PortT &port, Tensor &tensor) const {
  if (!files)
    return false;
  Result<bool> found = files->find(port.name, tensor);
  return !found.failed() && *found && tensor.dtype == port.dtype &&
         tensor.shape == port.shape;
}

void Weights::letGo(const std::string &name) const { files->letGo(name); }

size_t Weights::countUnused() const {
  return files ? files->getNames().size() - used.size() : 0;
}
