// VerifyCommunicationsTest.cpp: terms that are missing, repeated or mixed up
#include "Transfers.h"
#include "VerifierModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

TEST(Verifier, PartialCountedTwice) {
  Model model;
  model.movement(1).transfers[0]->sources = {0, 0, 1};
  EXPECT_THAT(verify(model), HasSubstr("is counted 2 times"));
}

TEST(Verifier, PartialForgotten) {
  Model model;
  model.movement(1).transfers[0]->sources = {1};
  EXPECT_THAT(verify(model), HasSubstr("partial value 0"));
}

namespace {
/// Two values with one movement; the second one's distribution after it is
/// given.
struct TwoOfOneMovement : TestPlan {
  uint32_t partial = distribution(P), whole = distribution(B);

  explicit TwoOfOneMovement(Kind second) : TestPlan(2) {
    add("x", "y", whole);
    add("x2", "y2", second == B ? whole : distribution(second));
    plan().communications[1]->movement = plan().communications[0]->movement;
  }
  void add(const std::string &from, const std::string &to, uint32_t kind) {
    uint32_t result = reg({4}, kind);
    allReduce(input(from, {4}, partial), result);
    output(to, result);
  }
};
} // namespace

TEST(Verifier, CommunicationsThatMeetAlikeAreOneMeeting) {
  TwoOfOneMovement plan(TestPlan::B);
  EXPECT_EQ(verify(plan), "");
  Program program;
  program.plan = plan.plan();
  EXPECT_EQ(CommunicationPatterns(program).get().size(), 1u);
  program.plan.communications[1]->combiner = Combiner::max;
  EXPECT_EQ(CommunicationPatterns(program).get().size(), 2u);
}

TEST(Verifier, AMovementIsProvedForTheBoxesOfEachCommunication) {
  TwoOfOneMovement plan(TestPlan::S);
  EXPECT_THAT(verify(plan), HasSubstr("has no place for"));
}

// The combiner is checked also where nothing is combined: the distribution
// defines the pieces.
TEST(Verifier, CombinerOfAnotherName) {
  TestPlan plan(1);
  uint32_t partial = plan.distribution(TestPlan::P, Combiner::max);
  uint32_t whole = plan.distribution(TestPlan::B);
  uint32_t x = plan.input("x", {4}, partial), y = plan.reg({4}, whole);
  uint32_t moved = plan.allReduce(x, y);
  plan.output("y", y);
  EXPECT_THAT(verify(plan),
              HasSubstr("combines by sum values that are partial by max"));
  uint32_t communication = plan.graph().tasks[moved]->communication;
  plan.plan().communications[communication]->combiner = Combiner::max;
  EXPECT_EQ(verify(plan), "");
}

namespace {
/// The movement x P(sum) -> y P(max): rank 0 holds the sum, rank 1 the identity
/// of max.
struct TwoCombiners : TestPlan {
  uint32_t x = input("x", {8, 4}, distribution(P));
  uint32_t y = reg({8, 4}, distribution(P, Combiner::max));

  TwoCombiners() : TestPlan(2) {
    std::vector<TransferT> transfers(2);
    for (TransferT &transfer : transfers) {
      transfer.begin = {0, 0};
      transfer.end = {8, 4};
    }
    transfers[0].sources = {0, 1};
    transfers[0].destinations = {0};
    transfers[1].destinations = {1};
    communicate(CommunicationKind::exchange, x, y, std::move(transfers));
    output("y", y);
  }
  TransferT &transfer(uint32_t index) {
    return *plan().movements[0]->transfers[index];
  }
};
} // namespace

TEST(Verifier, TermsThatMeetMayBecomeATermOfAnotherCombiner) {
  TwoCombiners model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, TermsOfTwoCombinersMixed) {
  TwoCombiners model;
  model.transfer(0).sources = {0};
  model.transfer(1).sources = {1};
  EXPECT_THAT(verify(model),
              HasSubstr("makes terms of max from some of 2 terms of sum"));
}

TEST(Verifier, KindThatCommunicatesNothing) {
  Model model;
  model.plan().communications[0]->kind =
      static_cast<CommunicationKind>(7); // one after the last
  EXPECT_THAT(verify(model), HasSubstr("unknown entry, kind or combiner"));
}

TEST(Verifier, PieceMissingFromAGather) {
  Model model;
  model.movement(0).transfers[0]->end = {4, 4};
  EXPECT_THAT(verify(model), HasSubstr("never receives [4:8, 0:4]"));
}

TEST(Verifier, SenderMissingFromAGather) {
  Model model;
  model.movement(0).transfers[0]->sources = {0};
  EXPECT_THAT(verify(model), HasSubstr("[4:8, 0:4] is to be sent by no rank"));
}

TEST(Verifier, SenderTwiceInAGather) {
  Model model;
  model.movement(0).transfers[0]->sources = {0, 1, 1};
  EXPECT_THAT(verify(model),
              HasSubstr("[4:8, 0:4] is to be sent by more than one rank"));
}

TEST(Verifier, ReceiverMissingFromAGather) {
  Model model;
  model.movement(0).transfers[0]->destinations = {1};
  EXPECT_THAT(verify(model), HasSubstr("rank 0 never receives [0:8, 0:4]"));
}

TEST(Verifier, PieceWrittenTwice) {
  Model model;
  auto twice = std::make_unique<TransferT>(*model.movement(0).transfers[0]);
  model.movement(0).transfers.push_back(std::move(twice));
  EXPECT_THAT(verify(model), HasSubstr("receives [0:8, 0:4] twice"));
}

TEST(Verifier, SenderWithoutThePiece) {
  Model model;
  TransferT &transfer = *model.movement(0).transfers[0];
  transfer.kind = TransferKind::combine;
  transfer.sources = {1};
  EXPECT_THAT(verify(model), HasSubstr("rank 1 does not hold [0:8, 0:4]"));
}

TEST(Verifier, KindOfTransferUnknown) {
  Model model;
  model.movement(0).transfers[0]->kind = TransferKind(3);
  EXPECT_THAT(verify(model), HasSubstr("unknown kind of transfer"));
}

namespace {
/// The movement x P(sum) -> y S(0) by a reduce_scatter.
struct Scattered : TestPlan {
  uint32_t x = input("x", {8, 4}, distribution(P));
  uint32_t y = reg({8, 4}, distribution(S));

  Scattered() : TestPlan(2) {
    reduceScatter(x, y);
    output("y", y);
  }
  TransferT &transfer() { return *plan().movements[0]->transfers[0]; }
};
} // namespace

TEST(Verifier, EachGetsItsPartOfWhatIsScattered) {
  Scattered model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, TermMissingFromAScatter) {
  Scattered model;
  model.transfer().sources = {1};
  EXPECT_THAT(verify(model), HasSubstr("partial value 0 of [0:4, 0:4]"));
}

TEST(Verifier, TermsAreNotRouted) {
  Scattered model;
  model.transfer().kind = TransferKind::route;
  EXPECT_THAT(verify(model), HasSubstr("hold different partial values"));
}

TEST(Verifier, ScatteredAsAWhole) {
  Scattered model;
  model.transfer().kind = TransferKind::combine;
  EXPECT_THAT(verify(model), HasSubstr("rank 0 has no place for [0:8, 0:4]"));
}
