// MpiProcesses.cpp: the processes that mpirun started, of which this is one
#include "MpiProcesses.h"
#include "Results.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::test;

MpiProcesses &MpiProcesses::get() {
  static MpiProcesses processes;
  return processes;
}

MpiProcesses::MpiProcesses() {
  const char *path = std::getenv("SBP_TEST_MPI");
  if (!path) {
    reason = "SBP_TEST_MPI names no library of MPI's transport";
    return;
  }
  void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  auto *open = library ? reinterpret_cast<OpenTransport *>(
                             dlsym(library, openTransportSymbol))
                       : nullptr;
  std::string error = library ? "no transport" : dlerror();
  if (open)
    transport.reset(open(&error));
  EXPECT_TRUE(transport) << error;
  if (!transport)
    reason = "MPI cannot be opened";
}

MpiProcesses::~MpiProcesses() {
  if (transport)
    (void)transport->close();
}

/// Serialises the pieces: rank, size and bytes of each.
void MpiProcesses::gatherPieces(std::map<uint32_t, std::string> &pieces) {
  std::string mine;
  for (const auto &[rank, piece] : pieces) {
    uint64_t words[] = {rank, piece.size()};
    mine.append(reinterpret_cast<const char *>(words), sizeof(words));
    mine += piece;
  }
  std::vector<std::string> all;
  ASSERT_FALSE(transport->gather(mine, all).failed());
  for (const std::string &text : all)
    for (size_t at = 0; at < text.size();) {
      uint64_t words[2];
      std::memcpy(words, text.data() + at, sizeof(words));
      at += sizeof(words);
      pieces[uint32_t(words[0])] = text.substr(at, words[1]);
      at += words[1];
    }
}

std::unique_ptr<SharedTransport> MpiProcesses::share(bool isWanted) {
  if (!isWanted)
    return nullptr;
  return expectValue(SharedTransport::open(*transport, true));
}
