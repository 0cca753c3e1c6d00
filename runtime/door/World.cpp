// World.cpp: several processes of sbp_runtime.h
#include "World.h"
#include "Handle.h"
#include <mutex>
#include <utility>

using namespace sbp;
using namespace sbp::door;

/// Like a session's handle, it stays after its end, so that it can be refused.
struct sbp_world {
  std::shared_ptr<World> world; ///< null: closed
  std::string message;          ///< of its last failure, "" before one
};

static std::mutex handlesMutex; ///< of all handles of worlds

std::shared_ptr<World> door::findWorld(const sbp_world *world) {
  if (!world)
    return nullptr;
  std::lock_guard lock(handlesMutex);
  return world->world;
}

World::World(const sbp_world_options &given) : options(given) {
  if (options.size > 0) {
    launchOptions.rank = options.rank;
    launchOptions.world = options.size;
  }
  launchOptions.ranksPerProcess = options.ranks_per_process;
  run::ProcessEvents events;
  events.onError = [this](const std::string &text) { error = text; };
  events.onLoss = [this](const std::string &text) {
    if (options.on_failure)
      options.on_failure(options.user, SBP_RANK_LOST, text.c_str());
  };
  processes = run::Processes(std::move(events));
}

World::~World() {
  if (run::ControlChannel *control = processes.getControl())
    control->finish();
  processes = run::Processes(); // joins the thread that reports failures
  termination.reset();
}

Status World::complete(Status status) const {
  if (status.failed() && status.message().empty())
    return Status(status.code(), error);
  return status;
}

Status World::open() {
  SBP_RETURN_IF_FAILED(run::detectLaunch(launchOptions, launch));
  SBP_RETURN_IF_FAILED(processes.open(launch));
  termination = std::make_unique<run::RunTermination>(
      processes, session, [this](ExitCode code, const std::string &reason) {
        hasFailed = true;
        if (options.on_failure)
          options.on_failure(options.user, sbp_status(code), reason.c_str());
      });
  termination->watch(options.timeout_seconds);
  SBP_RETURN_IF_FAILED(complete(processes.allReduceStatus({})));
  return processes.share();
}

Status World::createSession(artifact::Bytes bytes, SessionOptions given) {
  if (std::exchange(hadSession, true))
    return userError("a world has one session: this one had it already");
  given.transport = processes.getTransport();
  given.chooseWorld = [this](uint32_t ranks, LocalWorld &world) {
    return run::chooseWorld(launchOptions, launch, ranks, world);
  };
  given.onStall = [this](const std::string &report) {
    termination->stall(report);
  };
  Status status;
  auto created = Session::create(bytes, std::move(given));
  if (created.failed())
    status = std::move(created).status();
  else
    session = *std::move(created);
  return complete(processes.allReduceStatus(std::move(status)));
}

Status World::gather(const void *data, size_t bytes, sbp_bytes *all) {
  SBP_RETURN_IF_FAILED(processes.gather(
      std::string(static_cast<const char *>(data), bytes), gathered));
  for (size_t process = 0; process < gathered.size(); ++process)
    all[process] = {gathered[process].data(), gathered[process].size()};
  return {};
}

Status World::close() {
  if (hasFailed)
    return userError("a process of the world has failed: end this one");
  SBP_RETURN_IF_FAILED(complete(processes.finish()));
  return processes.close();
}

/// Runs `body`, stores its message in the handle, and turns exceptions into a
/// status.
template <typename Body>
static sbp_status guardWorld(sbp_world &handle, Body body) {
  try {
    Status status = body();
    if (!status.failed())
      return SBP_OK;
    handle.message = status.message();
    return sbp_status(status.code());
  } catch (const std::bad_alloc &) {
    handle.message = "out of memory";
    return SBP_USER_ERROR;
  } catch (...) {
    handle.message = "internal error";
    return SBP_INTERNAL_ERROR;
  }
}

sbp_status sbp_world_create(const sbp_world_options *options,
                            sbp_world **world) {
  if (!world)
    return SBP_USER_ERROR;
  *world = new (std::nothrow) sbp_world();
  if (!*world)
    return SBP_USER_ERROR;
  static std::vector<sbp_world *> *all = new std::vector<sbp_world *>();
  return guardWorld(**world, [&]() -> Status {
    {
      std::lock_guard lock(handlesMutex);
      all->push_back(*world);
    }
    sbp_world_options settings = {};
    SBP_RETURN_IF_FAILED(readStruct("options", options, settings));
    auto opened = std::make_shared<World>(settings);
    SBP_RETURN_IF_FAILED(opened->open());
    std::lock_guard lock(handlesMutex);
    (*world)->world = std::move(opened);
    return {};
  });
}

sbp_status sbp_world_destroy(sbp_world *world) {
  std::shared_ptr<World> ended = findWorld(world);
  if (!ended)
    return world ? SBP_USER_ERROR : SBP_OK;
  {
    std::lock_guard lock(handlesMutex);
    world->world = nullptr;
  }
  return guardWorld(*world, [&] { return ended->close(); });
}

sbp_status sbp_world_gather(sbp_world *world, const void *data, size_t bytes,
                            sbp_bytes *all) {
  std::shared_ptr<World> found = findWorld(world);
  if (!found)
    return SBP_USER_ERROR;
  return guardWorld(*world, [&]() -> Status {
    if (!all || (!data && bytes > 0))
      return userError("the bytes are a null pointer");
    return found->gather(bytes ? data : "", bytes, all);
  });
}

const char *sbp_world_message(const sbp_world *world) {
  return world ? world->message.c_str() : "the world is a null pointer";
}

uint32_t sbp_world_rank(const sbp_world *world) {
  std::shared_ptr<World> found = findWorld(world);
  return found ? found->getLaunch().rank : 0;
}

uint32_t sbp_world_size(const sbp_world *world) {
  std::shared_ptr<World> found = findWorld(world);
  return found ? found->getLaunch().size : 0;
}
