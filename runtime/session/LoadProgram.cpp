// LoadProgram.cpp: bytes to a proved program
#include "Session.h"

using namespace sbp;
using namespace sbp::plan;

Status sbp::loadProgram(artifact::Bytes bytes, artifact::View &view,
                        Program &program) {
  SBP_ASSIGN_OR_RETURN(view, artifact::read(bytes));
  program.header = view.header;
  view.plan->UnPackTo(&program.plan);
  view.debug->UnPackTo(&program.debug);
  program.interfaces.resize(view.interfaces.size());
  for (size_t i = 0; i < view.interfaces.size(); ++i)
    view.interfaces[i]->UnPackTo(&program.interfaces[i]);
  return verifyPlan(program, view.constants.size, view.code.size());
}
