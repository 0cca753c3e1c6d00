//===- FuzzPtx.cpp - bytes as a PTX text ----------------------------------===//
#include "Machine.h"
#include <cstring>

using namespace sbp::ptx;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  Module module;
  (void)parseModule(text, module).failed();
  return 0;
}

/// Seeds: mutate a kernel, not only noise.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t limit);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t limit, unsigned seed) {
  static const char kernel[] =
      ".version 8.0\n.target sm_90a\n.address_size 64\n"
      ".global .align 4 .b32 table[2] = {1, -2};\n"
      ".visible .entry k(.param .u64 .ptr .global .align 256 data)\n"
      ".maxntid 128\n{\n.shared .align 4 .b8 tile[256];\n.reg .pred %p<3>;\n"
      ".reg .b32 %r<9>;\n.reg .b64 %d<3>;\nld.param.b64 %d0, [data];\n"
      "mov.u32 %r0, %tid.x;\nL:\nld.global.v2.b32 {%r1, %r2}, [%d0+8];\n"
      "fma.rn.f32 %r3, %r1, 0f3F800000, %r2;\nmov.b32 %r4, tile;\n"
      "setp.lt.s32 %p1, %r3, 7;\n@%p1 bra L;\nbar.sync 0;\n"
      "shfl.sync.bfly.b32 %r5|%p2, %r4, 1, 31, -1;\n"
      "cp.async.cg.shared.global [%r4+16], [%d0], 16, %r0;\n"
      "cp.async.commit_group;\ncp.async.wait_group 0;\n"
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%r0, %r1, %r2, %r3}, {%r4, %r5, %r6, %r7}, {%r4, %r5}, "
      "{%r0, %r1, %r2, %r3};\nret;\n}\n";
  if (seed % 16 == 0) {
    size = std::min(limit, sizeof kernel - 1);
    std::memcpy(data, kernel, size);
  }
  return LLVMFuzzerMutate(data, size, limit);
}
