// An integer of more than 53 bits becomes a bf16 in one rounding: 2^60 + 2^52 + 1 lies above the middle of two, and what a
// double has no bits for decides.
// RUN: sbp-interpret %s --input x=1xi64=1157425104234217473 | FileCheck %s
// CHECK: signed: 1xbf16 min 1.16{{[0-9]*}}e+18
// CHECK: unsigned: 1xbf16 min 1.16{{[0-9]*}}e+18
func.func @main(%x: tensor<1xi64> {sbp.name = "x"}) -> (tensor<1xbf16> {sbp.name = "signed"}, tensor<1xbf16> {sbp.name = "unsigned"}) {
  %s = arith.sitofp %x : tensor<1xi64> to tensor<1xbf16>
  %u = arith.uitofp %x : tensor<1xi64> to tensor<1xbf16>
  return %s, %u : tensor<1xbf16>, tensor<1xbf16>
}
