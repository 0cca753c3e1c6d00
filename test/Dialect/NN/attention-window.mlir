// RUN: sbp-opt %s | sbp-opt | FileCheck %s
// RUN: sbp-opt %s --sbp-print-signatures -o /dev/null | FileCheck %s --check-prefix=RULES
// RUN: sbp-opt %s --sbp-check-signatures=placements=2,3,4,2x2 -o /dev/null

// Where the queries are split, keys and values are read in windows.
// CHECK-LABEL: func @causal_window
// CHECK: nn.attention %{{.*}}, %{{.*}}, %{{.*}} {causal, scale = 5.000000e-01 : f64, window = array<i64: 2, 0>}
// RULES-LABEL: signatures of @causal_window{{$}}
// RULES-NEXT: nn.attention
// RULES-NEXT: (B, B, B) -> (B, B)
// RULES-NEXT: (S(0), S(0), S(0)) -> (S(0), S(0))
// RULES-NEXT: (S(1), S(1), S(1)) -> (S(1), S(1))
// RULES-NEXT: (S(2), S(2, 7 windows of 3 from -2), S(2, 7 windows of 3 from -2)) -> (S(2), S(2))
// RULES-NEXT: (B, B, S(3)) -> (S(3), B)
// RULES-NEXT: (S(1), B, B) -> (S(1), S(1))
// RULES-NEXT: blocked d3 (7): key positions
func.func @causal_window(%q: tensor<2x4x7x3xf32>, %k: tensor<2x2x7x3xf32>, %v: tensor<2x2x7x2xf32>) -> (tensor<2x4x7x2xf32>, tensor<2x4x7xf32>) {
  %y, %l = nn.attention %q, %k, %v {scale = 0.5 : f64, causal, window = array<i64: 2, 0>} : (tensor<2x4x7x3xf32>, tensor<2x2x7x3xf32>, tensor<2x2x7x2xf32>) -> (tensor<2x4x7x2xf32>, tensor<2x4x7xf32>)
  return %y, %l : tensor<2x4x7x2xf32>, tensor<2x4x7xf32>
}

// The last query is beside the last key: the first one is at position 3. A mask is split with the queries and whole along its keys.
// RULES-LABEL: signatures of @more_keys{{$}}
// RULES: (S(2), S(2, 6 windows of 4 from 1), S(2, 6 windows of 4 from 1), S(2)) -> (S(2), S(2))
func.func @more_keys(%q: tensor<1x4x6x3xf32>, %k: tensor<1x4x9x3xf32>, %v: tensor<1x4x9x2xf32>, %m: tensor<1x1x6x9xf32>) -> (tensor<1x4x6x2xf32>, tensor<1x4x6xf32>) {
  %y, %l = nn.attention %q, %k, %v mask %m {scale = 0.5 : f64, window = array<i64: 2, 1>} : (tensor<1x4x6x3xf32>, tensor<1x4x9x3xf32>, tensor<1x4x9x2xf32>, tensor<1x1x6x9xf32>) -> (tensor<1x4x6x2xf32>, tensor<1x4x6xf32>)
  return %y, %l : tensor<1x4x6x2xf32>, tensor<1x4x6xf32>
}

// The first queries see no key: their rows are NaN on any number of ranks, on those without keys too. A mask that is the same for all
// queries is read in the windows of the keys.
// RULES-LABEL: signatures of @more_queries{{$}}
// RULES: (S(2), S(2, 9 windows of 2 from -6), S(2, 9 windows of 2 from -6), S(3, 9 windows of 2 from -6)) -> (S(2), S(2))
func.func @more_queries(%q: tensor<1x1x9x3xf32>, %k: tensor<1x1x4x3xf32>, %v: tensor<1x1x4x2xf32>, %m: tensor<1x1x1x4xf32>) -> (tensor<1x1x9x2xf32>, tensor<1x1x9xf32>) {
  %y, %l = nn.attention %q, %k, %v mask %m {scale = 0.5 : f64, causal, window = array<i64: 1, 0>} : (tensor<1x1x9x3xf32>, tensor<1x1x4x3xf32>, tensor<1x1x4x2xf32>, tensor<1x1x1x4xf32>) -> (tensor<1x1x9x2xf32>, tensor<1x1x9xf32>)
  return %y, %l : tensor<1x1x9x2xf32>, tensor<1x1x9xf32>
}

// A window that leaves nothing out does not split the keys; one key, itself, is a window as well.
// RULES-LABEL: signatures of @wide_window{{$}}
// RULES: (S(2), B, B) -> (S(2), S(2))
func.func @wide_window(%q: tensor<1x1x5x3xf32>, %k: tensor<1x1x5x3xf32>, %v: tensor<1x1x5x3xf32>) -> (tensor<1x1x5x3xf32>, tensor<1x1x5xf32>) {
  %y, %l = nn.attention %q, %k, %v {scale = 0.5 : f64, window = array<i64: 4, 4>} : (tensor<1x1x5x3xf32>, tensor<1x1x5x3xf32>, tensor<1x1x5x3xf32>) -> (tensor<1x1x5x3xf32>, tensor<1x1x5xf32>)
  return %y, %l : tensor<1x1x5x3xf32>, tensor<1x1x5xf32>
}

// RULES-LABEL: signatures of @itself{{$}}
// RULES: (S(2), S(2, 5 windows of 1), S(2, 5 windows of 1)) -> (S(2), S(2))
func.func @itself(%q: tensor<1x1x5x3xbf16>, %k: tensor<1x1x5x3xbf16>, %v: tensor<1x1x5x3xbf16>) -> (tensor<1x1x5x3xbf16>, tensor<1x1x5xf32>) {
  %y, %l = nn.attention %q, %k, %v {scale = 0.5 : f64, window = array<i64: 0, 0>} : (tensor<1x1x5x3xbf16>, tensor<1x1x5x3xbf16>, tensor<1x1x5x3xbf16>) -> (tensor<1x1x5x3xbf16>, tensor<1x1x5xf32>)
  return %y, %l : tensor<1x1x5x3xbf16>, tensor<1x1x5xf32>
}

// Strictly in front of the query, and far behind it: a window need not have the query's own position. Where queries begin is a value
// that is not known, keys are whole.
// RULES-LABEL: signatures of @piece{{$}}
// RULES: (S(2), B, B, -, -) -> (S(2), S(2))
func.func @piece(%q: tensor<1x1x5x3xf32>, %k: tensor<1x1x6x3xf32>, %v: tensor<1x1x6x3xf32>, %first: index {test.range = [2, 2]}, %key: index {test.range = [1, 1]}) -> (tensor<1x1x5x3xf32>, tensor<1x1x5xf32>) {
  %y, %l = nn.attention %q, %k, %v first_query %first first_key %key {scale = 0.5 : f64, window = array<i64: 3, -1>} : (tensor<1x1x5x3xf32>, tensor<1x1x6x3xf32>, tensor<1x1x6x3xf32>, index, index) -> (tensor<1x1x5x3xf32>, tensor<1x1x5xf32>)
  return %y, %l : tensor<1x1x5x3xf32>, tensor<1x1x5xf32>
}
