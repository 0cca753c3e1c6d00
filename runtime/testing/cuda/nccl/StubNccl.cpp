// StubNccl.cpp: members of communicators that exchange messages on a board
//
// A collective is two pieces of stream work: the first posts the member's input
// under a name made of the communicator, the number of the collective and the
// member; the second becomes ready when the messages of all members exist, and
// computes the result. The first line of a message holds the call's parameters,
// so that members whose calls differ are detected:
//
//   w.c3.1: "all_reduce of 8 of type 7, operation 0, root 0" LF 32 bytes
//
// A member that posts group i of collectives has read all messages of the
// groups before i - 1, so these are deleted.
#include "StubNccl.h"
#include <algorithm>
#include <cstring>
#include <fstream>
#include <unistd.h>
#include <utility>

using namespace sbp;
using namespace sbp::stub;
using namespace sbp::nccl;

// A file appears under its name when it is complete (rename is atomic).
void Board::post(const std::string &name, std::string bytes) {
  if (isHere) {
    messages[name] = std::move(bytes);
    return;
  }
  std::string path = folder + "/" + name, draft = textOf(path, ".", ::getpid());
  std::ofstream(draft, std::ios::binary) << bytes;
  std::rename(draft.c_str(), path.c_str());
}

bool Board::has(const std::string &name) const {
  return isHere ? messages.count(name) > 0
                : ::access((folder + "/" + name).c_str(), R_OK) == 0;
}

std::string Board::read(const std::string &name) const {
  if (isHere)
    return messages.at(name);
  std::ifstream file(folder + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Board::remove(const std::string &name) {
  messages.erase(name);
  if (!isHere)
    ::unlink((folder + "/" + name).c_str());
}

/// Returns the size of an element of an NCCL type.
static size_t getWidth(int type) {
  switch (type) {
  case kInt64:
  case kUint64:
  case kFloat64:
    return 8;
  case kInt32:
  case kUint32:
  case kFloat32:
    return 4;
  case kFloat16:
  case kBfloat16:
    return 2;
  default:
    return 1;
  }
}

std::string NcclCall::describe() const {
  static const char *const names[] = {
      "send",      "receive",    "all_reduce",    "reduce",
      "broadcast", "all_gather", "reduce_scatter"};
  return textOf(names[kind], " of ", count, " of type ", type, ", operation ",
                op, ", root ", peer);
}

template <typename T>
static void combine(char *sum, const char *term, size_t count, int op) {
  for (size_t i = 0; i < count; ++i) {
    T a, b;
    std::memcpy(&a, sum + i * sizeof(T), sizeof(T));
    std::memcpy(&b, term + i * sizeof(T), sizeof(T));
    // NCCL's minimum and maximum ignore NaN.
    a = op == kSum    ? a + b
        : op == kProd ? a * b
        : op == kMax  ? (a < b || a != a ? b : a)
                      : (b < a || a != a ? b : a);
    std::memcpy(sum + i * sizeof(T), &a, sizeof(T));
  }
}

static Status combine(int type, std::string &sum, const std::string &term,
                      int op) {
  size_t count = sum.size() / getWidth(type);
  switch (type) {
  case kInt8:
    combine<int8_t>(sum.data(), term.data(), count, op);
    return {};
  case kUint8:
    combine<uint8_t>(sum.data(), term.data(), count, op);
    return {};
  case kInt32:
  case kUint32:
    // Sums and products wrap: signed and unsigned numbers give the same bits.
    if (type == kUint32 || op == kSum || op == kProd)
      combine<uint32_t>(sum.data(), term.data(), count, op);
    else
      combine<int32_t>(sum.data(), term.data(), count, op);
    return {};
  case kInt64:
  case kUint64:
    if (type == kUint64 || op == kSum || op == kProd)
      combine<uint64_t>(sum.data(), term.data(), count, op);
    else
      combine<int64_t>(sum.data(), term.data(), count, op);
    return {};
  case kFloat32:
    combine<float>(sum.data(), term.data(), count, op);
    return {};
  case kFloat64:
    combine<double>(sum.data(), term.data(), count, op);
    return {};
  default:
    return userError("the stub of NCCL does not combine type ", type);
  }
}

void NcclComm::issue(std::vector<NcclCall> calls, Stream &stream) {
  queriesUntilReady = 1 + Driver::get().draw() % 3;
  deferred.push_back([this, calls = std::move(calls), &stream]() mutable {
    static const char *const text = std::getenv("SBP_STUB_NCCL_SWAP");
    static const unsigned swapAt = text ? std::atoi(text) : 0;
    static unsigned groups = 0;
    static std::function<void()> held;
    auto put = [this, calls = std::move(calls), &stream]() mutable {
      enqueue(std::move(calls), stream);
    };
    if (worldRank != 1 || swapAt == 0)
      return put();
    if (++groups == swapAt) {
      held = put;
      return;
    }
    put();
    if (auto late = std::exchange(held, nullptr))
      late();
  });
}

// The order follows a real initialisation: members connect, splits complete,
// then
// deferred calls reach their streams.
NcclResult NcclComm::query() {
  if (isAborted)
    return kInvalidUsage;
  if (queriesUntilReady > 0 && queriesUntilReady--)
    return kInProgress;
  if (!isInitialised) {
    for (int member = 0; member < ranks; ++member)
      if (!board->has(textOf(name, ".init.", member)))
        return kInProgress;
    isInitialised = true;
  }
  if (!advanceSplits())
    return kInProgress;
  for (auto &work : std::exchange(deferred, {}))
    work();
  return isFinalised && !isReleased() ? kInProgress : kSuccess;
}

/// Begins a split: posts color and key, and completes in a later query.
NcclResult NcclComm::split(int color, int key, NcclComm **child) {
  *child = nullptr; // set when the split is complete
  queriesUntilReady = 1 + Driver::get().draw() % 3;
  uint64_t number = splits++;
  board->post(textOf(name, ".split", number, ".", rank),
              textOf(color, " ", key));
  splitting.push_back({number, color, child});
  return kInProgress;
}

/// Completes pending splits whose members have all posted. Ranks of a child are
/// ordered by key, then by rank.
bool NcclComm::advanceSplits() {
  while (!splitting.empty()) {
    Split split = splitting.front();
    std::vector<std::pair<int, int>> members; // key, rank
    for (int member = 0; member < ranks; ++member) {
      std::string file = textOf(name, ".split", split.number, ".", member);
      if (!board->has(file))
        return false;
      int color = 0, key = 0;
      std::istringstream(board->read(file)) >> color >> key;
      if (color == split.color)
        members.push_back({key, member});
    }
    splitting.erase(splitting.begin());
    if (split.color < 0)
      continue;
    std::sort(members.begin(), members.end());
    int place = 0;
    while (members[place].second != rank)
      ++place;
    auto *child =
        new NcclComm(board, textOf(name, "-", split.number, "-", split.color),
                     members.size(), place, worldRank, *device);
    child->isInitialised = true;
    *split.child = child;
  }
  return true;
}

void NcclComm::abort() {
  isAborted = true;
  deferred.clear();
}

bool NcclComm::isReleased() {
  while (captured.use_count() > 1 && Driver::get().runSome())
    ;
  return captured.use_count() == 1;
}

// Work of a capture may execute often, so posting and receiving refer to the
// batch,
// which gets new sequence numbers each time.
void NcclComm::enqueue(std::vector<NcclCall> calls, Stream &stream) {
  auto batch = std::make_shared<Batch>();
  batch->calls = std::move(calls);
  Driver &driver = Driver::get();
  driver.recordWork(stream);
  auto held = stream.capture ? captured : nullptr;
  driver.push(stream, {nullptr, [this, batch, held] {
                         if (!isAborted)
                           post(*batch);
                         return Status();
                       }});
  driver.push(stream,
              {[this, batch] { return isAborted || isComplete(*batch); },
               [this, batch] {
                 if (!isAborted)
                   return receive(*batch);
                 abandon(*batch);
                 return Status();
               }});
}

/// Returns the name of a message. For a send or receive, `member` is ignored:
/// the peers are in the call.
std::string NcclComm::nameOf(const NcclCall &call, uint64_t number,
                             int member) const {
  if (call.kind == NcclCall::Send)
    return textOf(name, ".p", rank, ".", call.peer, ".", number);
  if (call.kind == NcclCall::Receive)
    return textOf(name, ".p", call.peer, ".", rank, ".", number);
  return textOf(name, ".c", number, ".", member);
}

/// Posts the inputs of a group of calls: the parameters, a line feed, the
/// bytes.
void NcclComm::post(Batch &batch) {
  batch.numbers.clear();
  std::vector<std::string> posted;
  for (const NcclCall &call : batch.calls) {
    bool isCollective =
        call.kind != NcclCall::Send && call.kind != NcclCall::Receive;
    uint64_t number = isCollective                  ? collectives++
                      : call.kind == NcclCall::Send ? sent[call.peer]++
                                                    : received[call.peer]++;
    batch.numbers.push_back(number);
    if (call.kind == NcclCall::Receive)
      continue;
    size_t count = call.count;
    if (call.kind == NcclCall::ReduceScatter)
      count *= ranks;
    std::string bytes(call.kind == NcclCall::Broadcast && call.peer != rank
                          ? 0
                          : count * getWidth(call.type),
                      '\0');
    if (!bytes.empty() &&
        device->memory.read(bytes.data(), call.from, bytes.size()).failed())
      bytes = "its buffer is not memory";
    board->post(nameOf(call, number, rank),
                (isCollective ? call.describe() : "") + "\n" + bytes);
    if (isCollective)
      posted.push_back(nameOf(call, number, rank));
  }
  if (posted.empty())
    return;
  // A member that has posted to the last group has read all messages before it.
  for (const std::string &message : previousPosted)
    board->remove(message);
  previousPosted = std::exchange(lastPosted, std::move(posted));
}

/// Returns true where all messages that a batch receives exist.
bool NcclComm::isComplete(const Batch &batch) const {
  for (size_t i = 0; i < batch.calls.size(); ++i) {
    const NcclCall &call = batch.calls[i];
    if (call.kind == NcclCall::Send)
      continue;
    int members = call.kind == NcclCall::Receive ? 1 : ranks;
    for (int member = 0; member < members; ++member)
      if (!board->has(nameOf(call, batch.numbers[i], member)))
        return false;
  }
  return true;
}

/// Fills the results of an aborted batch with a pattern: their values are
/// undefined, but the work after them may read them. Buffers that are no
/// longer allocated are left out.
void NcclComm::abandon(const Batch &batch) {
  for (const NcclCall &call : batch.calls) {
    bool isResult = call.kind != NcclCall::Send &&
                    (call.kind != NcclCall::Reduce || call.peer == rank);
    size_t count = call.count;
    if (call.kind == NcclCall::AllGather)
      count *= ranks;
    if (isResult)
      (void)device->memory.fill(call.to, 0xC9, count * getWidth(call.type));
  }
}

/// Receives the messages and collectives of a batch.
Status NcclComm::receive(const Batch &batch) {
  for (size_t i = 0; i < batch.calls.size(); ++i) {
    const NcclCall &call = batch.calls[i];
    if (call.kind == NcclCall::Send)
      continue;
    if (call.kind != NcclCall::Receive) {
      SBP_RETURN_IF_FAILED(receiveCollective(call, batch.numbers[i]));
      continue;
    }
    std::string file = nameOf(call, batch.numbers[i], 0),
                bytes = board->read(file);
    board->remove(file);
    if (bytes.empty())
      return userError("NCCL: the buffer that member ", call.peer,
                       " sent is gone");
    bytes.erase(0, 1);
    if (bytes.size() != call.count * getWidth(call.type))
      return userError("NCCL: member ", rank, " expects ", call.count,
                       " bytes but member ", call.peer, " sends ",
                       bytes.size());
    SBP_RETURN_IF_FAILED(
        device->memory.write(call.to, bytes.data(), bytes.size()));
  }
  return {};
}

/// Computes the result of a collective, from the last member to the first.
Status NcclComm::receiveCollective(const NcclCall &call, uint64_t number) {
  std::string result;
  for (int member = ranks - 1; member >= 0; --member) {
    std::string words = board->read(nameOf(call, number, member));
    size_t line = words.find('\n');
    if (line == words.npos)
      return userError("NCCL: the buffer that member ", member,
                       " posted is gone");
    std::string bytes = words.substr(line + 1);
    words.resize(line);
    if (words != call.describe())
      return userError("NCCL: member ", member, " is at ", words,
                       " but member ", rank, " at ", call.describe());
    if (call.kind == NcclCall::AllGather)
      result = bytes + result;
    else if (call.kind == NcclCall::Broadcast)
      result += bytes;
    else if (result.empty())
      result = bytes;
    else
      SBP_RETURN_IF_FAILED(combine(call.type, result, bytes, call.op));
  }
  if (call.kind == NcclCall::Reduce && call.peer != rank)
    return {};
  if (call.kind == NcclCall::ReduceScatter)
    result = result.substr(rank * call.count * getWidth(call.type),
                           call.count * getWidth(call.type));
  return device->memory.write(call.to, result.data(), result.size());
}
