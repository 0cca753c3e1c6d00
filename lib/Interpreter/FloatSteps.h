// FloatSteps.h: scalar steps that are functions of doubles
//
// Computed in double and rounded to the result type. For one basic operation
// the result is correctly rounded, because a double has more than twice the
// digits (double rounding is innocuous, Figueroa 1995).
#ifndef SBP_LIB_INTERPRETER_FLOATSTEPS_H
#define SBP_LIB_INTERPRETER_FLOATSTEPS_H

#include "ScalarProgram.h"

namespace sbp {

/// Step functions that apply a function of one, two or three doubles to as many
/// operands and round the result. They never fail: the returned error is null.
template <auto function>
const char *unary(const ScalarStep &step, Scalar *slots) {
  slots[step.result].f =
      roundTo(step.rounding, function(slots[step.operands[0]].f));
  return nullptr;
}
template <auto function>
const char *binary(const ScalarStep &step, Scalar *slots) {
  slots[step.result].f =
      roundTo(step.rounding,
              function(slots[step.operands[0]].f, slots[step.operands[1]].f));
  return nullptr;
}
template <auto function>
const char *ternary(const ScalarStep &step, Scalar *slots) {
  slots[step.result].f =
      roundTo(step.rounding,
              function(slots[step.operands[0]].f, slots[step.operands[1]].f,
                       slots[step.operands[2]].f));
  return nullptr;
}

} // namespace sbp

#endif // SBP_LIB_INTERPRETER_FLOATSTEPS_H
