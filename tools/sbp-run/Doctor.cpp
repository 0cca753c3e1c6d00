// Doctor.cpp: software and devices of this machine that runs need
//
// Reports its findings and never fails: a missing part is a note with its
// remedy.
#include "CudaDevice.h"
#include "HostDevice.h"
#include "Nccl.h"
#include "OwnFolder.h"
#include "Processes.h"
#include "Runner.h"
#include "sbp/Runtime/Version.h"
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace sbp;
using namespace sbp::run;
using Json = nlohmann::ordered_json;

namespace {
/// Findings by section, and notes on what is missing.
struct Findings {
  Json sections = Json::object();
  std::vector<std::string> notes;
};
} // namespace

static std::string readFile(const std::string &path) {
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

/// The value of the first line "KEY : value" of a file of /proc.
static std::string findLine(const std::string &path, const std::string &key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    size_t colon = line.find(':');
    if (colon == line.npos || !line.starts_with(key) ||
        line.find_first_not_of(" \t", key.size()) != colon)
      continue;
    size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == line.npos ? "" : line.substr(begin);
  }
  return "";
}

static uint64_t readKilobytes(const std::string &key) {
  return std::strtoull(findLine("/proc/meminfo", key).c_str(), nullptr, 10);
}

/// Returns the limit of this process's group or of the nearest one above that
/// has one; "" and "max" mean none.
static std::string readGroupLimit(const char *name) {
  std::string line = readFile("/proc/self/cgroup");
  size_t begin = line.rfind("0::");
  std::string path =
      begin == line.npos ? "" : line.substr(begin + 3, line.find('\n', begin));
  while (true) {
    std::string text = readFile("/sys/fs/cgroup" + path + "/" + name);
    if (!text.empty() && !text.starts_with("max"))
      return text;
    if (path.empty() || path == "/")
      return "";
    path.resize(path.rfind('/'));
  }
}

static void inspectProcessor(Findings &findings) {
  cpu_set_t cores;
  int usable =
      sched_getaffinity(0, sizeof(cores), &cores) == 0 ? CPU_COUNT(&cores) : 1;
  Json json = {{"model", findLine("/proc/cpuinfo", "model name")},
               {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
               {"usable_cores", usable}};
  std::istringstream words(readGroupLimit("cpu.max"));
  double quota = 0, period = 0;
  if (words >> quota >> period && period > 0) {
    json["cores_of_cgroup"] = quota / period;
    if (quota / period < usable)
      findings.notes.push_back(
          textOf("the cgroup gives ", quota / period, " of ", usable,
                 " cores: set SBP_WORKERS to the number of threads to use"));
  }
  std::string missing =
      findMissingCpuFeature("sse4.2,avx,avx2,fma,bmi,bmi2,f16c,lzcnt,movbe");
  json["x86_64_v3"] = missing.empty();
  if (!missing.empty())
    findings.notes.push_back(textOf("the processor lacks '", missing,
                                    "', which artifacts of "
                                    "--cpu=x86-64-v3 need"));
  findings.sections["processor"] = std::move(json);
}

static uint64_t countFree(const char *path) {
  struct statvfs information;
  return statvfs(path, &information) == 0
             ? uint64_t(information.f_bavail) * information.f_frsize
             : 0;
}

static void inspectMemory(Findings &findings) {
  const char *temporary = std::getenv("TMPDIR");
  std::string folder = temporary ? temporary : "/tmp";
  std::string huge = readFile("/sys/kernel/mm/transparent_hugepage/enabled");
  size_t open = huge.find('['), close = huge.find(']');
  Json json = {
      {"total_bytes", readKilobytes("MemTotal") * 1024},
      {"available_bytes", readKilobytes("MemAvailable") * 1024},
      {"transparent_huge_pages", open < close && close != huge.npos
                                     ? huge.substr(open + 1, close - open - 1)
                                     : "unknown"},
      {"huge_pages", readKilobytes("HugePages_Total")},
      {"shared_memory_free_bytes", countFree("/dev/shm")},
      {"temporary_folder", folder},
      {"temporary_free_bytes", countFree(folder.c_str())}};
  if (std::string limit = readGroupLimit("memory.max"); !limit.empty())
    json["bytes_of_cgroup"] = std::strtoull(limit.c_str(), nullptr, 10);
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    findings.notes.push_back(
        textOf("cannot write to ", folder,
               ": set TMPDIR, or SBP_FLIGHT_RECORDS for records of lost runs"));
  if (countFree("/dev/shm") < (64u << 20))
    findings.notes.push_back("/dev/shm has less than 64 MB free: processes of "
                             "one host exchange values through it");
  findings.sections["memory"] = std::move(json);
}

static void inspectLimits(Findings &findings) {
  static const struct {
    int resource;
    const char *name, *flag;
    uint64_t least; ///< what runs should have
  } limits[] = {{RLIMIT_NOFILE, "open_files", "-n", 256},
                {RLIMIT_NPROC, "processes", "-u", 256},
                {RLIMIT_AS, "address_space_bytes", "-v", 1ull << 32},
                {RLIMIT_MEMLOCK, "locked_bytes", "-l", 0},
                {RLIMIT_STACK, "stack_bytes", "-s", 1 << 20},
                {RLIMIT_FSIZE, "file_bytes", "-f", 1ull << 30}};
  Json json = Json::object();
  for (const auto &limit : limits) {
    rlimit value = {};
    if (getrlimit(static_cast<__rlimit_resource>(limit.resource), &value) != 0)
      continue;
    bool isLimited = value.rlim_cur != RLIM_INFINITY;
    json[limit.name] =
        isLimited ? Json(uint64_t(value.rlim_cur)) : Json("unlimited");
    if (isLimited && value.rlim_cur < limit.least)
      findings.notes.push_back(textOf("the limit of ", limit.name, " (ulimit ",
                                      limit.flag,
                                      ") is low: ", value.rlim_cur));
  }
  findings.sections["limits"] = std::move(json);
}

static std::string findProgram(const std::string &name) {
  const char *path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + name).c_str(), X_OK) == 0)
      return folder + "/" + name;
  return "";
}

static Json orNull(const std::string &text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

static void inspectProcesses(Findings &findings) {
  std::string path, version;
  Status status = findTransport(path, version);
  std::string launcher = findProgram("mpirun");
  findings.sections["mpi"] = {{"transport", orNull(path)},
                              {"library", orNull(version)},
                              {"mpirun", orNull(launcher)},
                              {"srun", orNull(findProgram("srun"))}};
  if (status.failed())
    findings.notes.push_back(status.message());
  else if (launcher.empty())
    findings.notes.push_back("no mpirun on PATH: openmpi-bin has one");
}

static void inspectLaunch(const Launch &launch, Findings &findings) {
  findings.sections["launch"] = {{"launcher", launch.launcher},
                                 {"processes", launch.size},
                                 {"process", launch.rank}};
}

static void inspectDevices(Findings &findings) {
  std::vector<std::string> gpus;
  Status status = CudaDevice::list(gpus);
  std::string driver;
  Result<std::string> version = nccl::Nccl::describe();
  Result<const cuda::Driver *> loaded = cuda::Driver::open();
  if (!loaded.failed())
    driver = cuda::formatVersion((*loaded)->version);
  findings.sections["devices"] = {
      {"host", true},
      {"cuda_driver", orNull(driver)},
      {"gpus", gpus},
      {"nccl", orNull(version.failed() ? "" : *version)}};
  if (status.failed())
    findings.notes.push_back(status.message());
  else if (version.failed() && gpus.size() > 1)
    findings.notes.push_back(version.status().message());
}

static void printText(const Findings &findings) {
  for (const auto &[section, values] : findings.sections.items()) {
    std::cout << section << "\n";
    for (const auto &[key, value] : values.items()) {
      std::string name = key;
      std::replace(name.begin(), name.end(), '_', ' ');
      std::cout << "  " << name << ": ";
      if (value.is_string())
        std::cout << value.get<std::string>() << "\n";
      else if (value.is_null() || (value.is_array() && value.empty()))
        std::cout << "none\n";
      else if (value.is_array())
        for (const Json &item : value)
          std::cout << (item == value[0] ? "" : ", ") << item.get<std::string>()
                    << (item == value.back() ? "\n" : "");
      else
        std::cout << value << "\n";
    }
  }
  for (const std::string &note : findings.notes)
    std::cout << "note: " << note << "\n";
}

Status run::examine(const Launch &launch, bool json) {
  Findings findings;
  findings.sections["runner"] = {
      {"version", SBP_VERSION},
      {"artifacts", textOf(artifact::formatMajor, ".", artifact::formatMinor)},
      {"compiler_beside",
       access((getOwnDirectory() + "sbp-compile").c_str(), X_OK) == 0}};
  inspectProcessor(findings);
  inspectMemory(findings);
  inspectLimits(findings);
  inspectProcesses(findings);
  inspectLaunch(launch, findings);
  inspectDevices(findings);
  if (!json) {
    printText(findings);
    return {};
  }
  Json document = {{"format", 1}};
  document.update(findings.sections);
  document["notes"] = findings.notes;
  std::cout << document.dump(2, ' ', /*ensure_ascii=*/false,
                             Json::error_handler_t::replace)
            << "\n";
  return {};
}
