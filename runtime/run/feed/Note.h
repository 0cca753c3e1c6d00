// Note.h: notes of a run to its user, which are no errors
#ifndef SBP_RUNTIME_RUN_FEED_NOTE_H
#define SBP_RUNTIME_RUN_FEED_NOTE_H

#include <functional>
#include <string>

namespace sbp::run {

/// Receives a note, one line without its end. Called by the thread that calls
/// the function which has the note. Unset: notes are dropped.
using NoteListener = std::function<void(const std::string &note)>;

} // namespace sbp::run

#endif // SBP_RUNTIME_RUN_FEED_NOTE_H
