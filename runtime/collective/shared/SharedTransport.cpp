// SharedTransport.cpp: flow control by posted receives
//
// The receiver increments `posted[tag]` in the pipe; the sender may write as
// many messages of a tag as are posted (credit-based flow control). A frame
// with tag and size precedes the bytes. A sender that runs out of space or
// credits sets `senderWaits` and checks once more; the receiver clears the flag
// and rings the sender's bell after every change.
#include "SharedTransport.h"
#include <algorithm>

using namespace sbp;

Result<std::unique_ptr<SharedTransport>> SharedTransport::open(Transport &inner,
                                                               bool isEnabled) {
  std::unique_ptr<SharedTransport> result;
  SBP_ASSIGN_OR_RETURN(std::unique_ptr<SharedArena> arena,
                       SharedArena::open(inner, isEnabled));
  if (arena)
    result.reset(new SharedTransport(inner, std::move(arena)));
  return result;
}

SharedTransport::SharedTransport(Transport &inner,
                                 std::unique_ptr<SharedArena> given)
    : inner(inner), arena(std::move(given)), peers(inner.countProcesses()) {
  uint32_t here = getProcess();
  bell = &arena->getBell(here);
  for (uint32_t i = 0; i < peers.size(); ++i) {
    if (i == here || !arena->has(i))
      continue;
    peers[i] = std::make_unique<Peer>();
    peers[i]->bell = &arena->getBell(i);
    peers[i]->sends.pipe = &arena->getPipe(here, i);
    peers[i]->receives.pipe = &arena->getPipe(i, here);
    peers[i]->begun.resize(SharedPipe::tags);
  }
  // Spinning helps only where every thread (two per process) has a core.
  spins = 2 * arena->countMembers() <= std::thread::hardware_concurrency()
              ? 2000
              : 0;
  thread = std::thread([this] { run(); });
}

SharedTransport::~SharedTransport() { stop(); }

void SharedTransport::stop() {
  stopping = true;
  bell->ring();
  if (thread.joinable())
    thread.join();
}

Status SharedTransport::close() {
  stop();
  return inner.close();
}

void SharedTransport::reserve(size_t messages) {
  inner.reserve(messages);
  for (const std::unique_ptr<Peer> &peer : peers) {
    if (!peer)
      continue;
    for (Line *line : {&peer->sends, &peer->receives}) {
      std::lock_guard lock(line->mutex);
      line->waiting.reserve(messages);
    }
  }
}

void SharedTransport::post(Message *const *messages, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    Message *message = messages[i];
    if (!isShared(*message)) {
      inner.post(&message, 1);
      continue;
    }
    Peer &peer = *peers[message->peer];
    Line &line = message->isSend ? peer.sends : peer.receives;
    {
      std::lock_guard lock(line.mutex);
      line.waiting.push_back(message);
    }
    if (message->isSend) {
      send(peer);
      continue;
    }
    line.pipe->posted[message->tag].fetch_add(1);
    if (line.pipe->senderWaits.exchange(0))
      peer.bell->ring();
  }
}

/// Frames are aligned: the bytes between the end of a message and the next
/// frame are skipped.
bool SharedTransport::Line::advance(uint64_t part, uint64_t &at) {
  done += part;
  at += part;
  if (done < current->bytes)
    return false;
  at = (at + sizeof(Frame) - 1) / sizeof(Frame) * sizeof(Frame);
  current = nullptr;
  return true;
}

// Sending.

/// Chooses the first waiting message whose receive is posted.
Message *SharedTransport::takeSend(Peer &peer) {
  std::vector<Message *> &waiting = peer.sends.waiting;
  for (Message *message : waiting) {
    uint32_t tag = message->tag;
    if (peer.sends.pipe->posted[tag] == peer.begun[tag])
      continue;
    // The credit belongs to the oldest message of the tag, which the loop may
    // have passed before the receive was posted.
    auto first = std::find_if(waiting.begin(), waiting.end(),
                              [&](Message *m) { return m->tag == tag; });
    Message *taken = *first;
    ++peer.begun[tag];
    waiting.erase(first);
    return taken;
  }
  return nullptr;
}

/// Writes the current message, or as much of it as there is space for. Returns
/// false where no byte was moved.
bool SharedTransport::write(Peer &peer) {
  Line &line = peer.sends;
  SharedPipe &pipe = *line.pipe;
  uint64_t at = pipe.written.load(std::memory_order_relaxed);
  // The padding after a message may be counted before the receiver has freed
  // it.
  uint64_t used = at - pipe.read;
  uint64_t room = SharedPipe::bytes - std::min(used, SharedPipe::bytes);
  if (!line.current) {
    if (room < sizeof(Frame) || !(line.current = takeSend(peer)))
      return false;
    Frame frame = {line.current->tag, 0, line.current->bytes};
    pipe.copyIn(at, reinterpret_cast<const char *>(&frame), sizeof(frame));
    at += sizeof(frame);
    room -= sizeof(frame);
    line.done = 0;
  } else if (room == 0) {
    return false;
  }
  Message &message = *line.current;
  uint64_t part = std::min(room, message.bytes - line.done);
  pipe.copyIn(at, static_cast<const char *>(message.data) + line.done, part);
  bool isOver = line.advance(part, at);
  pipe.written = at;
  if (isOver)
    message.done();
  return true;
}

/// Sends as much as possible. The receiver rings this process when more can be
/// sent.
void SharedTransport::send(Peer &peer) {
  std::lock_guard lock(peer.sends.mutex);
  bool moved = false;
  while (true) {
    while (write(peer))
      moved = true;
    if (!peer.sends.current && peer.sends.waiting.empty())
      break;
    // The receiver checks the flag after it has freed space or posted: either
    // it sees the flag, or the second attempt sees the change.
    peer.sends.pipe->senderWaits = 1;
    if (!write(peer))
      break;
    moved = true;
  }
  if (moved)
    peer.bell->ring();
}

// Receiving.

/// Receives the available bytes of one message; `moved` is false where there
/// are none.
void SharedTransport::read(Peer &peer, bool &moved) {
  Line &line = peer.receives;
  SharedPipe &pipe = *line.pipe;
  uint64_t at = pipe.read.load(std::memory_order_relaxed);
  uint64_t there = pipe.written - at;
  moved = there > 0;
  if (!moved)
    return;
  // The message may be a reply to one that was sent from this process, received
  // in the buffer that was sent. The other process orders the send before the
  // receive; taking the lock makes that order visible to this thread and to
  // ThreadSanitizer.
  {
    std::lock_guard lock(peer.sends.mutex);
  }
  if (!line.current) {
    Frame frame;
    pipe.copyOut(at, reinterpret_cast<char *>(&frame), sizeof(frame));
    auto found = std::find_if(line.waiting.begin(), line.waiting.end(),
                              [&](Message *m) { return m->tag == frame.tag; });
    line.current = *found; // posted, since the sender had a credit
    line.waiting.erase(found);
    line.done = 0;
    at += sizeof(frame);
    there -= sizeof(frame);
  }
  Message &message = *line.current;
  uint64_t part = std::min(there, message.bytes - line.done);
  pipe.copyOut(at, static_cast<char *>(message.data) + line.done, part);
  bool isOver = line.advance(part, at);
  pipe.read = at;
  if (isOver)
    message.done();
}

void SharedTransport::receive(Peer &peer) {
  std::lock_guard lock(peer.receives.mutex);
  bool any = false;
  for (bool moved = true; moved; any |= moved)
    read(peer, moved);
  if (any && peer.receives.pipe->senderWaits.exchange(0))
    peer.bell->ring();
}

void SharedTransport::run() {
  unsigned idle = 0;
  while (!stopping) {
    uint32_t seen = bell->count;
    for (const std::unique_ptr<Peer> &peer : peers)
      if (peer) {
        receive(*peer);
        send(*peer);
      }
    while (idle < spins && bell->count == seen) {
      ++idle;
      __builtin_ia32_pause();
    }
    if (bell->count != seen)
      idle = 0;
    else if (!stopping)
      bell->wait(seen);
  }
}
