// A training step on three equal axes: elimination and one bound leave it open, parts of it are bounded until nothing is.
// REQUIRES: long_tests
// RUN: sed -e 's/"tp" = 4/"a" = 2, "b" = 2, "c" = 2/' -e 's/, sbp.distribution = #sbp.distribution<[^>]*>//g' %S/../../../examples/memory_layers/pkm.mlir \
// RUN:   | sbp-opt - --sbp-import --sbp-place-operations --sbp-select-distributions | FileCheck %s

// CHECK: gap = 0.000000e+00
// CHECK-SAME: lower_bound_seconds
