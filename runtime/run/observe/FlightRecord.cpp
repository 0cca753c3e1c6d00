// FlightRecord.cpp: the last actions of all ranks, written to a file
//
// Written when a run ends otherwise than by itself: the watchdog fired, a rank
// was lost, a kernel crashed.
#include "FlightRecord.h"
#include "Actor.h"
#include "Folder.h"
#include "HostName.h"
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

static Json describeLaunch(const Session &session, uint32_t entry,
                           uint32_t rank, uint32_t stream, uint32_t launch) {
  return {
      {"stream", stream},
      {"launch", launch},
      {"micro_batch", session.getActivity()
                          .getLaunch(entry, rank, stream, launch)
                          .micro_batch()},
      {"task", session.getActivity().nameLaunch(entry, rank, stream, launch)}};
}

static Json describeRank(const Session &session, uint32_t entry,
                         uint32_t rank) {
  Activity::RankRecord record = session.getActivity().readRecord(rank);
  Json streams = Json::array(), events = Json::array();
  for (uint32_t s = 0; s < record.streams.size(); ++s) {
    auto [launch, state, since, done] = record.streams[s];
    bool finished = std::string_view(state) == "finished";
    Json head = finished ? Json{{"stream", s}, {"launch", launch}}
                         : describeLaunch(session, entry, rank, s, launch);
    head["state"] = state;
    if (done)
      head["device_done"] =
          *done == 0 ? Json()
                     : describeLaunch(session, entry, rank, s, *done - 1);
    if (std::string_view(state) == "waits in") {
      head["members"] =
          session.getActivity().getMembers(entry, rank, s, launch);
      head["seconds"] = (readClock() - since) * 1e-9;
    }
    streams.push_back(std::move(head));
  }
  for (const auto &[step, stream, launch] : record.events) {
    Json event = {{"step", step}};
    event.update(describeLaunch(session, entry, rank, stream, launch));
    events.push_back(std::move(event));
  }
  return {{"rank", rank}, {"streams", streams}, {"launched", events}};
}

static std::string getRecordFolder() {
  for (const char *variable : {"SBP_FLIGHT_RECORDS", "TMPDIR"})
    if (const char *folder = std::getenv(variable); folder && *folder)
      return folder;
  return "/tmp";
}

/// "sbp-flight-node3-71": hosts that share a folder have different names.
static std::string nameRecord() {
  std::string host = getHostName();
  std::replace(host.begin(), host.end(), '/', '_');
  return textOf("sbp-flight-", host, "-", getpid());
}

/// Writes a record and returns its path, or "" where it cannot be written. It
/// is a new file of a name that no other process foresees, and then replaces
/// the earlier record of its process; a link of that name is replaced too.
/// Where that name is another user's, the record keeps the first one.
static std::string keepRecord(const std::string &text) {
  Folder folder;
  if (Folder::open(getRecordFolder(), folder).failed())
    return "";
  std::string name = nameRecord() + ".json",
              fresh = textOf(nameRecord(), "-", std::hex, readClock(), ".json");
  NewFile file(folder, fresh);
  file.write(text.data(), text.size());
  if (file.finish().failed())
    return "";
  return folder.getPath(folder.rename(fresh, name) ? name : fresh);
}

std::string run::writeFlightRecord(const Session &session,
                                   const std::string &reason) {
  int32_t entry = session.getActivity().getCurrentEntry();
  if (entry < 0)
    return "";
  Json ranks = Json::array();
  for (uint32_t rank : session.getRanks(entry))
    ranks.push_back(describeRank(session, entry, rank));
  Json document = {{"format", 1},
                   {"reason", reason},
                   {"entry", session.getPlan().entries[entry]->name},
                   {"step", session.getActivity().getCurrentStep()},
                   {"ranks", std::move(ranks)}};
  std::string path = keepRecord(document.dump(1, ' ', /*ensure_ascii=*/false,
                                              Json::error_handler_t::replace) +
                                "\n");
  return path.empty() ? "" : "; flight record in " + path;
}
