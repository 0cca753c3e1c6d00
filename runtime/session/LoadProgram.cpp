// LoadProgram.cpp: bytes to a proved program
#include "Session.h"

using namespace sbp;
using namespace sbp::plan;

/// Checks that code for one of several architectures has bytes, and that its
/// pieces lie in their segments.
static Status checkBytes(const artifact::View &view, const Program &program,
                         size_t i) {
  const CodeT &code = *program.plan.code[i];
  if (view.code[i].size == 0 && !program.interfaces[i].architecture.empty())
    return userError("plan: code ", i, " (", EnumNameCodeFormat(code.format),
                     " for ", code.architecture, ") is empty: it was removed");
  for (const CodePiece &piece : code.pieces) {
    size_t size =
        piece.code() < view.code.size() ? view.code[piece.code()].size : 0;
    if (code.format != CodeFormat::ptx || piece.bytes() > size ||
        piece.offset() > size - piece.bytes())
      return userError("plan: code ", i, " has a piece of ", piece.bytes(),
                       " bytes at ", piece.offset(), " of code ", piece.code(),
                       ", which has ", size);
  }
  return {};
}

Status sbp::loadProgram(artifact::Bytes bytes, artifact::View &view,
                        Program &program) {
  SBP_ASSIGN_OR_RETURN(view, artifact::read(bytes));
  program.header = view.header;
  view.plan->UnPackTo(&program.plan);
  view.debug->UnPackTo(&program.debug);
  program.interfaces.resize(view.interfaces.size());
  for (size_t i = 0; i < view.interfaces.size(); ++i)
    view.interfaces[i]->UnPackTo(&program.interfaces[i]);
  SBP_RETURN_IF_FAILED(
      verifyPlan(program, view.constants.size, view.code.size()));
  for (size_t i = 0; i < view.code.size(); ++i)
    SBP_RETURN_IF_FAILED(checkBytes(view, program, i));
  return {};
}
