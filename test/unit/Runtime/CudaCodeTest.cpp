// CudaCodeTest.cpp: the variant of a module that a GPU loads
#include "CudaDevice.h"
#include "PtxKernels.h"
#include "Results.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <list>

using namespace sbp;
using namespace sbp::plan;
using namespace sbp::test;
using testing::HasSubstr;

namespace {
/// A module for several architectures, whose one kernel has that much dynamic
/// shared memory.
class Variants {
public:
  void add(const std::string &architecture, uint32_t sharedBytes = 0) {
    Variant &variant = variants.emplace_back();
    variant.text = ".version 8.0\n.target " + architecture +
                   "\n.address_size 64\n.visible .entry f()\n{\n  ret;\n}\n";
    variant.code.device = DeviceKind::cuda;
    variant.code.format = CodeFormat::ptx;
    variant.code.architecture = architecture;
    auto kernel = std::make_unique<KernelSignatureT>();
    kernel->symbol = "f";
    kernel->launches.push_back(std::make_unique<KernelLaunchT>());
    kernel->launches[0]->symbol = "f";
    kernel->launches[0]->shared_bytes = sharedBytes;
    variant.interface.kernels.push_back(std::move(kernel));
  }
  /// Loads the module on a stub GPU and returns the architecture of the variant
  /// that the GPU has loaded, or the failure.
  std::string loadOn(uint32_t gpu) const {
    auto device = expectValue(CudaDevice::open(gpu));
    CodeModule module;
    for (const Variant &variant : variants)
      module.variants.push_back(
          {uint32_t(module.variants.size()),
           &variant.interface,
           {{&variant.code, {{variant.text.data(), variant.text.size()}}}}});
    Result<uint32_t> chosen = device->loadCode(module);
    if (chosen.failed())
      return chosen.status().message();
    EXPECT_FALSE(device->findKernel(0, "f").failed());
    return module.variants[*chosen].forms[0].description->architecture;
  }

private:
  struct Variant {
    std::string text;
    CodeT code;
    CodeInterfaceT interface;
  };
  std::list<Variant> variants;
};

class CudaCode : public testing::Test {
protected:
  static constexpr uint32_t hopper = 0, blackwell = 7;
  CudaCode() { useStubDriver(); }
  Variants code;
};
} // namespace

TEST_F(CudaCode, TheLatestVariantThatRunsIsLoaded) {
  for (const char *name : {"sm_90a", "sm_80", "sm_100", "sm_86"})
    code.add(name);
  EXPECT_EQ(code.loadOn(hopper), "sm_90a");
  EXPECT_EQ(code.loadOn(blackwell), "sm_100");
}

TEST_F(CudaCode, CodeForOneCapabilityRunsThereAlone) {
  code.add("sm_90a");
  EXPECT_THAT(
      code.loadOn(blackwell),
      HasSubstr("is of compute capability 12.0 but the artifact has ptx "
                "for sm_90a: compile the model with "
                "--chip=sm_90a,sm_120"));
}

// A block of a GPU of 9.0 has more shared memory than one of 12.0.
TEST_F(CudaCode, VariantsThatNeedTooMuchSharedMemoryAreLeftOut) {
  code.add("sm_80", 96 * 1024);
  code.add("sm_90", 200 * 1024);
  EXPECT_EQ(code.loadOn(hopper), "sm_90");
  EXPECT_EQ(code.loadOn(blackwell), "sm_80");
}

TEST_F(CudaCode, AllVariantsNeedTooMuchSharedMemory) {
  code.add("sm_80", 163 * 1024);
  code.add("sm_90", 200 * 1024);
  EXPECT_THAT(code.loadOn(blackwell),
              HasSubstr("has 101376 bytes of shared memory a block but the "
                        "artifact, with ptx for sm_80, ptx for sm_90, needs "
                        "166912: compile the model with "
                        "--chip=sm_80,sm_90,sm_120"));
}
