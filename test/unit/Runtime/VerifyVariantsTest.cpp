// VerifyVariantsTest.cpp: code of one artifact for several architectures
#include "VerifierModels.h"

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

namespace {
/// The model with code for sm_80 and sm_90a. The first kernel has 64 bytes of
/// scratch and packs once on sm_90a alone.
struct Variants : Signed {
  Variants() {
    code = "PTX";
    graph().device = DeviceKind::cuda;
    plan().code.push_back(std::make_unique<CodeT>());
    for (const auto &one : plan().code) {
      one->device = DeviceKind::cuda;
      one->format = CodeFormat::ptx;
    }
    first80().architecture = interface->architecture = "sm_80";
    second90().architecture = "sm_90a";
    second90().variant_of = 0;
    addLaunch(signature(), ArgumentKind::input, ArgumentKind::output);
    furtherInterfaces.push_back(*interface);
    variant().architecture = "sm_90a";
    KernelSignatureT &other = otherSignature();
    other.launches.clear();
    other.scratch_bytes = other.persistent_bytes = 64;
    addLaunch(other, ArgumentKind::input, ArgumentKind::persistent).once = true;
    addLaunch(other, ArgumentKind::scratch, ArgumentKind::output);
    graph().persistent_bytes = 256;
    graph().tasks[first]->scratch = int32_t(reg({16}, whole));
  }
  static KernelLaunchT &addLaunch(KernelSignatureT &signature,
                                  ArgumentKind from, ArgumentKind to) {
    auto launch = std::make_unique<KernelLaunchT>();
    launch->symbol = "f_" + std::to_string(signature.launches.size());
    launch->grid = {1, 1, 1};
    launch->block = {128, 1, 1};
    launch->arguments = {LaunchArgument(0, 0, from), LaunchArgument(0, 0, to)};
    signature.launches.push_back(std::move(launch));
    return *signature.launches.back();
  }
  CodeT &first80() { return *plan().code[0]; }
  CodeT &second90() { return *plan().code[1]; }
  CodeInterfaceT &variant() { return furtherInterfaces[0]; }
  KernelSignatureT &otherSignature() { return *variant().kernels[0]; }
};
} // namespace

TEST(Verifier, VariantsHaveLaunchesAndSizesOfTheirOwn) {
  Variants model;
  EXPECT_EQ(verify(model), "");
}

TEST(Verifier, TasksHaveTheMemoryOfEveryVariant) {
  Variants model;
  model.graph().persistent_bytes = 0;
  EXPECT_THAT(verify(model), HasSubstr("has 64 persistent bytes at 0 of 0"));
  Variants unscratched;
  unscratched.graph().tasks[unscratched.first]->scratch = -1;
  EXPECT_THAT(verify(unscratched),
              HasSubstr("0 bytes of scratch but its kernel needs 64"));
}

TEST(Verifier, VariantsTakeTheOperandsOfTasks) {
  Variants model;
  model.otherSignature().inputs[0]->shape = {2, 8};
  EXPECT_THAT(verify(model), HasSubstr("but its kernel takes 2x8xf32"));
}

TEST(Verifier, VariantsHaveAllKernels) {
  Variants model;
  model.otherSignature().symbol = "other";
  EXPECT_THAT(verify(model), HasSubstr("code 1 has no kernel 'f'"));
}

TEST(Verifier, OnceLaunchesOfAVariantReadWhatNoStepWrites) {
  Variants model;
  model.graph().tasks[model.first]->inputs[0] = model.g;
  EXPECT_NE(verify(model), "");
}

TEST(Verifier, VariantsThatWereExchanged) {
  Variants model;
  std::swap(model.interface->architecture, model.variant().architecture);
  EXPECT_EQ(verify(model), "plan: code 0 is for sm_80 but its segment is for "
                           "sm_90a: code segments were exchanged");
  Variants nameless;
  nameless.variant().architecture.clear();
  EXPECT_THAT(verify(nameless),
              HasSubstr("its segment is for no architecture"));
}

TEST(Verifier, VariantsWithOtherTransfers) {
  Variants model;
  model.variant().transfers.push_back("sbp_transfer_copy_4");
  EXPECT_THAT(verify(model),
              HasSubstr("code 1 has other transfer functions than code 0"));
}

TEST(Verifier, VariantsOfWrongCode) {
  Variants model;
  model.second90().variant_of = 2;
  EXPECT_THAT(verify(model), HasSubstr("code 1 is a variant of no code"));
  model.second90().variant_of = 1;
  EXPECT_THAT(verify(model), HasSubstr("code 1 is not a variant of code 1"));
  model.second90().variant_of = 0;
  model.second90().architecture = "sm_80";
  EXPECT_THAT(verify(model), HasSubstr("code 1 is for sm_80, as is code 0"));
  Variants named;
  named.plan().kernels[0]->code = 1;
  EXPECT_THAT(verify(named), HasSubstr("names a variant of its code"));
}

TEST(Verifier, CodeThatWasRemoved) {
  Variants model;
  model.code.clear();
  EXPECT_THAT(verify(model),
              HasSubstr("code 0 (ptx for sm_80) is empty: it was removed"));
}

TEST(Verifier, PiecesLieInTheirSegments) {
  Variants model;
  model.second90().pieces = {CodePiece(1, 2, 0), CodePiece(0, 3, 1)};
  EXPECT_EQ(verify(model), "");
  for (CodePiece wrong : {CodePiece(2, 2, 0), CodePiece(0, 4, 1),
                          CodePiece(~uint64_t(0), 2, 0), CodePiece(0, 1, 2)}) {
    model.second90().pieces = {CodePiece(0, 3, 1), wrong};
    EXPECT_THAT(verify(model), HasSubstr("code 1 has a piece of "));
  }
}
