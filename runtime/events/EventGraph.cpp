// EventGraph.cpp: data edges and credits of registers
#include "EventGraph.h"
#include <algorithm>

using namespace sbp;

void EventGraph::addRegister(uint32_t writer, uint32_t reader, uint32_t tokens,
                             uint32_t copies) {
  waits[reader].push_back(
      {writer, firings[reader], firings[writer], tokens, 0});
  // With a copy for every token nothing is overwritten within a step, and no
  // credit is needed.
  if (copies < tokens && reader != writer)
    waits[writer].push_back(
        {reader, firings[writer], firings[reader], tokens, copies});
}

void EventGraph::addAfter(uint32_t task, uint32_t other, uint32_t tokens) {
  waits[task].push_back({other, firings[task], firings[other], tokens, 0});
}

bool EventGraph::isReady(Firing launch,
                         const std::vector<uint32_t> &fired) const {
  return std::all_of(waits[launch.task].begin(), waits[launch.task].end(),
                     [&](const Wait &wait) {
                       return wait.needed(launch.microBatch) <=
                              int64_t(fired[wait.task]);
                     });
}
