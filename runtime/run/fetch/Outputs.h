// Outputs.h: results of the last step as global tensors in memory
#ifndef SBP_RUNTIME_RUN_FETCH_OUTPUTS_H
#define SBP_RUNTIME_RUN_FETCH_OUTPUTS_H

#include "Processes.h"
#include "Session.h"
#include "Tensor.h"
#include <vector>

namespace sbp::run {

/// Assembles a result of the last step as a global tensor that owns its memory.
/// Elements of other processes are zero. Fails where Session::getOutput does.
Status fetchOutput(Session &session, uint32_t entry, uint32_t port,
                   Tensor &tensor);

/// Returns the size in bytes of the global value of a port in one step.
uint64_t countBytes(const plan::PortT &port);

/// Fetches all results of the last step, boundaries included, as global tensors
/// in their order. Processes other than the first get tensors without data.
Status fetchAll(Session &session, uint32_t entry, Processes &processes,
                std::vector<Tensor> &outputs);

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_FETCH_OUTPUTS_H
