// CommunicatorRuns.cpp: sessions in threads, one per process of a run
#include "CommunicatorRuns.h"
#include "Loopback.h"
#include "MpiProcesses.h"
#include "PtxKernels.h"
#include "Results.h"
#include <gtest/gtest.h>
#include <thread>

using namespace sbp;
using namespace sbp::test;
using sbp::testing::AsyncDevice;
using sbp::testing::CommunicatorFault;
using sbp::testing::FaultyCommunicator;
using sbp::testing::LoopbackHub;

static Status runProcess(const Bytes &bytes, const Carrier &carrier,
                         const LocalWorld &world, const Workload &work,
                         const std::optional<Fault> &fault, ProcessRun &run) {
  run.code.functions = work.kernels;
  if (carrier.lateDevice >= 0)
    run.late = std::make_unique<AsyncDevice>(run.code, carrier.lateDevice);
  SessionOptions options;
  if (carrier.gpus == 0)
    options.device =
        run.late ? static_cast<Device *>(run.late.get()) : &run.code;
  for (uint32_t gpu = 0; gpu < carrier.gpus; ++gpu)
    options.gpus.push_back(gpu);
  options.workers = carrier.workers;
  if (carrier.seed >= 0)
    options.seed = carrier.seed;
  options.transport = run.borrowed ? run.borrowed : run.transport.get();
  if (run.shared)
    options.transport = run.shared.get();
  options.chooseWorld = [=](uint32_t, LocalWorld &chosen) {
    chosen = world;
    return Status();
  };
  bool isHere = fault && fault->process == world.getProcess();
  // Kernels of the stub driver are slow, but a lost rank is waited for in vain.
  if (fault && fault->kind == CommunicatorFault::Lost)
    options.watchdogSeconds = carrier.gpus > 0 ? 0.5 : 0.25;
  if (fault && fault->kind == CommunicatorFault::Error && carrier.gpus == 0)
    options.watchdogSeconds = 0.25;
  if (isHere)
    options.wrapCommunicator = [&](std::unique_ptr<Communicator> inner) {
      return std::make_unique<FaultyCommunicator>(std::move(inner), fault->kind,
                                                  fault->arrival);
    };
  SBP_ASSIGN_OR_RETURN(run.session,
                       Session::create(bytes.view(), std::move(options)));
  for (int step = 0; step < kSteps; ++step) {
    std::vector<std::string> inputs = work.inputs(step);
    for (uint32_t input = 0; input < inputs.size(); ++input)
      SBP_RETURN_IF_FAILED(
          run.session->setInput(0, input, inputs[input].data()));
    SBP_RETURN_IF_FAILED(run.session->step(0));
  }
  for (uint32_t rank : world.ranks())
    for (uint32_t output = 0; output < work.owners.size(); ++output) {
      if (work.owners[output].value_or(rank) != rank)
        continue;
      std::string piece;
      SBP_RETURN_IF_FAILED(run.session->getOutputPiece(0, output, rank, piece));
      run.pieces[rank] += piece;
    }
  return {};
}

/// Executes this process's part of a run over MPI and gathers the pieces of
/// all. The completion of the last message is not observable, so the run is
/// kept until the program ends.
static std::vector<ProcessRun> runByMpi(const Workload &work,
                                        const Carrier &carrier, uint32_t ranks,
                                        std::optional<Fault> fault) {
  struct Kept {
    explicit Kept(const std::string &plan) : bytes(plan) {}
    Bytes bytes;
    ProcessRun run;
  };
  static auto &all = *new std::vector<std::unique_ptr<Kept>>;
  MpiProcesses &mpi = MpiProcesses::get();
  uint32_t processes = mpi.transport->countProcesses(),
           perProcess = (ranks + processes - 1) / processes;
  all.push_back(std::make_unique<Kept>(work.plan));
  auto &[bytes, run] = *all.back();
  LocalWorld world(ranks, perProcess, mpi.transport->getProcess());
  EXPECT_EQ(world.countProcesses(), processes);
  run.borrowed = mpi.transport.get();
  run.shared = mpi.share(carrier.sharesMemory);
  std::vector<ProcessRun> runs(1);
  runs[0].status = runProcess(bytes, carrier, world, work, fault, run);
  runs[0].pieces = run.pieces;
  mpi.gatherPieces(runs[0].pieces);
  return runs;
}

std::vector<ProcessRun> sbp::test::runAll(const Workload &work,
                                          const Carrier &carrier,
                                          uint32_t ranks,
                                          std::optional<Fault> fault) {
  if (carrier.isMpi)
    return runByMpi(work, carrier, ranks, fault);
  if (carrier.gpus > 0)
    useStubDriver();
  Bytes bytes(work.plan);
  uint32_t perProcess = carrier.perProcess ? carrier.perProcess : ranks;
  uint32_t processes = LocalWorld(ranks, perProcess, 0).countProcesses();
  static std::vector<std::unique_ptr<LoopbackHub>> hubs; // outlive transports
  hubs.push_back(
      std::make_unique<LoopbackHub>(processes, carrier.messageBound));
  std::vector<ProcessRun> runs(processes);
  std::vector<std::thread> threads;
  for (uint32_t process = 0; process < processes; ++process)
    threads.emplace_back([&, process] {
      if (carrier.perProcess)
        runs[process].transport = hubs.back()->connect(process);
      if (carrier.sharesMemory)
        runs[process].shared =
            expectValue(SharedTransport::open(*runs[process].transport, true));
      runs[process].status =
          runProcess(bytes, carrier, LocalWorld(ranks, perProcess, process),
                     work, fault, runs[process]);
    });
  for (std::thread &thread : threads)
    thread.join();
  // Messages in flight refer to the sessions, and sessions to the artifact's
  // bytes.
  for (ProcessRun &run : runs)
    run.shared.reset();
  for (ProcessRun &run : runs)
    run.session.reset();
  return runs;
}
