// FloatSteps.h: steps that are a function of doubles
//
// Computed in double and rounded to the result type. For one operation this is
// the correctly rounded result: a double has more than twice the digits.
#ifndef SBP_LIB_INTERPRETER_FLOATSTEPS_H
#define SBP_LIB_INTERPRETER_FLOATSTEPS_H

#include "ScalarProgram.h"

namespace sbp {

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
