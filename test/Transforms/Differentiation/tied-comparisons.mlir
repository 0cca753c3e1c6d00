// RUN: sbp-opt %s --sbp-differentiate --split-input-file | FileCheck %s

#id = affine_map<(i) -> (i)>
// Both selects of elu take their operand at 0, so that its slope would be 2: the first one takes the constant instead, and the second
// one is left. The forward pass is one op then, of the same value.
// CHECK-LABEL: func @elu
// CHECK: linalg.generic
// CHECK: arith.cmpf oge, %{{.+}}, %[[IN:.+]] : f32
// CHECK: arith.cmpf olt, %{{.+}}, %[[IN]] : f32
// CHECK: arith.addf
func.func @elu(%x: tensor<4xf32>, %seed: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %max = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf ogt, %zero, %a : f32
    %s = arith.select %c, %zero, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %min = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf olt, %zero, %a : f32
    %s = arith.select %c, %zero, %a : f32
    %p = math.exp %s : f32
    linalg.yield %p : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%max, %min : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %b, %one : f32
    %s = arith.addf %a, %d : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y, %g : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
// One comparison alone keeps its convention, and so do two that give a slope between both sides.
// CHECK-LABEL: func @relu_and_size
// CHECK: math.absf
// CHECK: arith.maximumf
// CHECK: arith.addf
func.func @relu_and_size(%x: tensor<4xf32>, %seed: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.absf %a : f32
    %m = arith.maximumf %a, %zero : f32
    %s = arith.addf %p, %m : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y, %g : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
// A comparison that also decides a step stays as it is: the step would have another value at the tie.
// CHECK-LABEL: func @step
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf olt
func.func @step(%x: tensor<4xf32>, %seed: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf ogt, %zero, %a : f32
    %m = arith.select %c, %zero, %a : f32
    %d = arith.cmpf olt, %zero, %a : f32
    %n = arith.select %d, %zero, %a : f32
    %t = arith.addf %m, %n : f32
    %u = arith.select %c, %zero, %one : f32
    %s = arith.addf %t, %u : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  %g = nn.gradient %y seed %seed wrt (%x) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y, %g : tensor<4xf32>, tensor<4xf32>
}
