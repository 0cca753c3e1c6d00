// TaskNames.h: the layers and phases of tasks, for traces
#ifndef SBP_RUNTIME_LOADER_TASKNAMES_H
#define SBP_RUNTIME_LOADER_TASKNAMES_H

#include "PlanVerifier.h"
#include <string>
#include <vector>

namespace sbp {

/// Returns the name of the layer of each task of a template; empty where it is
/// unknown. It is read off the names of the states and inputs that the task
/// reads or writes, whose parts stand between dots: a task that reads
/// "h.3.attention.query" and "h.3.attention.key" is of "h.3.attention", one
/// that reads weights of several layers of "h.3, h.4" or "h.3 to h.6". Without
/// such names it is "layer 3" if its ops are of call 3 of a repeated function;
/// what moves values is of the layer that made them, and other tasks are of the
/// layer of their neighbours in the template where these have the same.
std::vector<std::string> nameLayers(const Program &program,
                                    uint32_t templateIndex);

/// Returns the phases of a task of a training step, as "backward" or
/// "forward,backward"; empty where they are unknown.
std::string namePhases(const Program &program, uint32_t templateIndex,
                       uint32_t task);

} // namespace sbp

#endif // SBP_RUNTIME_LOADER_TASKNAMES_H
