// FaultTest.cpp: failures end a step with a message
#include "Faults.h"
#include "TestPlan.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace sbp;
using namespace sbp::test;
using sbp::testing::CommunicatorCalls;
using sbp::testing::CommunicatorFault;
using sbp::testing::FaultyCommunicator;
using sbp::testing::FaultyDevice;
using ::testing::HasSubstr;

namespace {
void noKernel(const sbp_host_services *, void *const *, void *const *, void *,
              const int64_t *) {}

/// The plan kernel -> all_reduce, twice.
std::string makePlan() {
  TestPlan plan(3);
  uint32_t whole = plan.distribution(TestPlan::B);
  uint32_t partial = plan.distribution(TestPlan::P);
  uint32_t at = plan.input("x", {6}, whole);
  for (int i = 0; i < 2; ++i) {
    uint32_t p = plan.reg({6}, partial), b = plan.reg({6}, whole);
    plan.compute("kernel", {at}, {p});
    plan.allReduce(p, b);
    at = b;
  }
  plan.output("y", at);
  return plan.bytes();
}

std::unique_ptr<Device> makeDevice() {
  auto device = std::make_unique<FunctionDevice>();
  device->functions["kernel"] = noKernel;
  return device;
}

/// Creates a session and runs a step with all inputs set.
Status runOnce(const Bytes &bytes, Device &device, SessionOptions options) {
  options.device = &device;
  SBP_ASSIGN_OR_RETURN(std::unique_ptr<Session> session,
                       Session::create(bytes.view(), options));
  std::vector<float> x(6);
  SBP_RETURN_IF_FAILED(session->setInput(0, 0, x.data()));
  return session->step(0);
}
} // namespace

// A failure of any call of the device gives a message, neither a hang nor a
// crash.
TEST(Faults, EveryDeviceCallCanFail) {
  Bytes bytes(makePlan());
  FaultyDevice counting(makeDevice(), UINT64_MAX);
  ASSERT_FALSE(runOnce(bytes, counting, {}).failed());
  ASSERT_GT(counting.countCalls(), 6u);
  for (unsigned workers : {1, 3})
    for (uint64_t call = 0; call < counting.countCalls(); ++call) {
      FaultyDevice device(makeDevice(), call);
      SessionOptions options;
      options.workers = workers;
      Status status = runOnce(bytes, device, options);
      ASSERT_TRUE(status.failed()) << call;
      EXPECT_THAT(status.message(), HasSubstr("injected fault"));
    }
}

// An entry that could not be prepared is not half there for a second call.
TEST(Faults, FailedPreparationFailsAgain) {
  Bytes bytes(makePlan());
  unsigned failures = 0;
  for (uint64_t call = 0; call < 40; ++call) {
    FaultyDevice device(makeDevice(), call);
    SessionOptions options;
    options.device = &device;
    auto session = Session::create(bytes.view(), options);
    if (session.failed())
      continue;
    Status first = (*session)->prepare(0);
    if (!first.failed())
      continue;
    ++failures;
    EXPECT_THAT(first.message(), HasSubstr("injected fault"));
    EXPECT_EQ((*session)->prepare(0).message(), first.message()) << call;
    EXPECT_TRUE((*session)->step(0).failed()) << call;
  }
  EXPECT_GT(failures, 2u);
}

TEST(Faults, FailedCommunicationNamesTheRank) {
  Bytes bytes(makePlan());
  for (uint64_t arrival = 0; arrival < 6; ++arrival) {
    std::unique_ptr<Device> device = makeDevice();
    SessionOptions options;
    options.workers = 2;
    options.wrapCommunicator = [&](std::unique_ptr<Communicator> inner) {
      return std::make_unique<FaultyCommunicator>(
          std::move(inner), CommunicatorFault::Error, arrival);
    };
    Status status = runOnce(bytes, *device, options);
    ASSERT_TRUE(status.failed());
    EXPECT_EQ(status.code(), ExitCode::RankLost);
    EXPECT_THAT(status.message(), HasSubstr("rank "));
  }
}

TEST(Faults, EveryCallOfACommunicatorCanFail) {
  Bytes bytes(makePlan());
  auto run = [&](uint64_t call, CommunicatorCalls &calls) {
    std::unique_ptr<Device> device = makeDevice();
    SessionOptions options;
    options.workers = 2;
    options.wrapCommunicator = [&](std::unique_ptr<Communicator> inner) {
      return std::make_unique<FaultyCommunicator>(
          std::move(inner), CommunicatorFault::ErrorOfCall, call, &calls);
    };
    return runOnce(bytes, *device, options);
  };
  CommunicatorCalls all;
  ASSERT_FALSE(run(UINT64_MAX, all).failed());
  EXPECT_GT(all.all, 2 * all.arrivals);
  for (uint64_t call = 0; call < all.all; ++call) {
    CommunicatorCalls calls;
    Status status = run(call, calls);
    ASSERT_TRUE(status.failed()) << call;
    EXPECT_THAT(status.message(), HasSubstr("injected fault")) << call;
  }
}

// The watchdog reports which rank waits where when a rank never arrives.
TEST(Faults, WatchdogNamesTheLaggingCommunication) {
  Bytes bytes(makePlan());
  std::unique_ptr<Device> device = makeDevice();
  SessionOptions options;
  options.workers = 2;
  options.watchdogSeconds = 0.2;
  options.wrapCommunicator = [&](std::unique_ptr<Communicator> inner) {
    return std::make_unique<FaultyCommunicator>(std::move(inner),
                                                CommunicatorFault::Lost, 4);
  };
  Status status = runOnce(bytes, *device, options);
  ASSERT_TRUE(status.failed());
  EXPECT_EQ(status.code(), ExitCode::Watchdog);
  EXPECT_THAT(status.message(), HasSubstr("entry 'main', step 0"));
  EXPECT_THAT(status.message(), HasSubstr("waits in all_reduce #1"));
}

// The deterministic scheduler detects it without a clock.
TEST(Faults, DeterministicSchedulerSeesADeadlock) {
  Bytes bytes(makePlan());
  std::unique_ptr<Device> device = makeDevice();
  SessionOptions options;
  options.seed = 3;
  options.wrapCommunicator = [&](std::unique_ptr<Communicator> inner) {
    return std::make_unique<FaultyCommunicator>(std::move(inner),
                                                CommunicatorFault::Lost, 0);
  };
  Status status = runOnce(bytes, *device, options);
  ASSERT_TRUE(status.failed());
  EXPECT_THAT(status.message(), HasSubstr("wait forever"));
}
