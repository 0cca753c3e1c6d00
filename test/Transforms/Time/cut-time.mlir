// RUN: sbp-opt %s --split-input-file --sbp-place-operations --sbp-cut-time | FileCheck %s

// Data is cut along its dimension, weights enter every micro-batch; the gradient, a sum over the batch, is accumulated where it is
// made, and what updates the state runs once a step behind all micro-batches.
// CHECK-LABEL: func @train
// CHECK-SAME:    %[[X:.+]]: tensor<4x6xf32> {sbp.microbatch = 0 : i64}, %[[DY:.+]]: tensor<4x3xf32> {sbp.microbatch = 0 : i64}, %[[W:.+]]: tensor<6x3xf32> {sbp.state = "w"}
// CHECK-SAME:    -> (tensor<4x3xf32> {sbp.microbatch = 0 : i64}, tensor<6x3xf32> {sbp.state = "w"})
// CHECK-SAME:    attributes {sbp.time = 4 : i64}
// CHECK:         %[[W1:.+]] = sbp.enter_time %[[W]] {sbp.placement = @one} : (tensor<6x3xf32>) -> tensor<6x3xf32>
// CHECK:         %[[Y:.+]] = linalg.matmul {{.*}}ins(%[[X]], %[[W1]] : tensor<4x6xf32>, tensor<6x3xf32>)
// CHECK:         %[[XT:.+]] = linalg.transpose ins(%[[X]] : tensor<4x6xf32>)
// CHECK:         %[[T:.+]] = linalg.matmul {{.*}}ins(%[[XT]], %[[DY]] : tensor<6x4xf32>, tensor<4x3xf32>)
// CHECK:         %[[G:.+]] = sbp.leave_time %[[T]] accumulate "sum" {sbp.placement = @one} : (tensor<6x3xf32>) -> tensor<6x3xf32>
// CHECK:         %[[N:.+]] = linalg.sub {{.*}}ins(%[[W]], %[[G]]
// CHECK:         return %[[Y]], %[[N]]
func.func @train(%x: tensor<16x6xf32> {sbp.microbatch = 0 : i64}, %dy: tensor<16x3xf32> {sbp.microbatch = 0 : i64}, %w: tensor<6x3xf32> {sbp.state = "w"})
    -> (tensor<16x3xf32>, tensor<6x3xf32> {sbp.state = "w"}) attributes {sbp.microbatches = 4 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x3xf32>) -> tensor<16x3xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x6xf32>, tensor<6x3xf32>) outs(%f : tensor<16x3xf32>) -> tensor<16x3xf32>
  %e1 = tensor.empty() : tensor<6x16xf32>
  %xt = linalg.transpose ins(%x : tensor<16x6xf32>) outs(%e1 : tensor<6x16xf32>) permutation = [1, 0]
  %e2 = tensor.empty() : tensor<6x3xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<6x3xf32>) -> tensor<6x3xf32>
  %g = linalg.matmul ins(%xt, %dy : tensor<6x16xf32>, tensor<16x3xf32>) outs(%f2 : tensor<6x3xf32>) -> tensor<6x3xf32>
  %e3 = tensor.empty() : tensor<6x3xf32>
  %n = linalg.sub ins(%w, %g : tensor<6x3xf32>, tensor<6x3xf32>) outs(%e3 : tensor<6x3xf32>) -> tensor<6x3xf32>
  return %y, %n : tensor<16x3xf32>, tensor<6x3xf32>
}

// -----

// Terms of one sum are added before they are accumulated, and a sum that is read once a step is accumulated where it is made.
// CHECK-LABEL: func @terms
// CHECK:         %[[S:.+]] = linalg.add
// CHECK-NEXT:    %[[G:.+]] = sbp.leave_time %[[S]] accumulate "sum"
// CHECK-NOT:     sbp.leave_time
// CHECK:         linalg.mul {{.*}}ins(%[[G]], %[[G]]
func.func @terms(%x: tensor<8x4xf32> {sbp.microbatch = 0 : i64}, %y: tensor<8x4xf32> {sbp.microbatch = 0 : i64})
    -> tensor<4xf32> attributes {sbp.microbatches = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<8x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  %b = linalg.reduce { arith.addf } ins(%y : tensor<8x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  %s = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %q = linalg.mul ins(%s, %s : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}

// -----

// The init of a sum counts once: in micro-batch 0.
// CHECK-LABEL: func @live_init
// CHECK-SAME:    %[[X:.+]]: tensor<2x4xf32> {{.*}}, %[[I:.+]]: tensor<4xf32>
// CHECK:         %[[F:.+]] = sbp.enter_time %[[I]] first "sum" {sbp.placement = @one}
// CHECK:         linalg.reduce { arith.addf } ins(%[[X]] : tensor<2x4xf32>) outs(%[[F]] : tensor<4xf32>)
func.func @live_init(%x: tensor<8x4xf32> {sbp.microbatch = 0 : i64}, %i: tensor<4xf32> {sbp.state = "i"})
    -> tensor<4xf32> attributes {sbp.microbatches = 4 : i64} {
  %a = linalg.reduce { arith.addf } ins(%x : tensor<8x4xf32>) outs(%i : tensor<4xf32>) dimensions = [0]
  return %a : tensor<4xf32>
}

// -----

// A position in the batch is that of the whole batch: the number of the micro-batch times its extent is added.
// CHECK-LABEL: func @positions
// CHECK:         %[[K:.+]] = sbp.micro_batch
// CHECK:         %[[O:.+]] = arith.muli %[[K]], %{{.+}}
// CHECK:         linalg.generic
// CHECK:           %[[P:.+]] = linalg.index 0
// CHECK:           arith.addi %[[P]], %[[O]]
func.func @positions(%x: tensor<8xi64> {sbp.microbatch = 0 : i64}) -> tensor<8xi64> attributes {sbp.microbatches = 2 : i64} {
  %e = tensor.empty() : tensor<8xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xi64>) outs(%e : tensor<8xi64>) {
  ^bb0(%a: i64, %b: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %s = arith.addi %a, %n : i64
    linalg.yield %s : i64
  } -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// -----

// A whole value that a cut one meets is cut where it enters; one that only repeats something smaller is made piece by piece.
// CHECK-LABEL: func @whole
// CHECK-SAME:    %[[X:.+]]: tensor<2x4xf32> {{.*}}, %[[M:.+]]: tensor<8x4xf32> {{.*}}, %[[B:.+]]: tensor<4xf32>
// CHECK-DAG:     %[[P:.+]] = sbp.enter_time %[[M]] dim 0 {sbp.placement = @one} : (tensor<8x4xf32>) -> tensor<2x4xf32>
// CHECK-DAG:     linalg.broadcast ins(%{{.+}} : tensor<4xf32>) outs(%{{.+}} : tensor<2x4xf32>)
// CHECK-NOT:     linalg.broadcast
func.func @whole(%x: tensor<8x4xf32> {sbp.microbatch = 0 : i64}, %m: tensor<8x4xf32> {sbp.state = "m"}, %b: tensor<4xf32> {sbp.state = "b"})
    -> tensor<8x4xf32> attributes {sbp.microbatches = 4 : i64} {
  %e = tensor.empty() : tensor<8x4xf32>
  %a = linalg.mul ins(%x, %m : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %c = linalg.broadcast ins(%b : tensor<4xf32>) outs(%e : tensor<8x4xf32>) dimensions = [0]
  %r = linalg.add ins(%a, %c : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// A statistic of data alone is known after a first sweep over all micro-batches; the second one reads it.
// CHECK-LABEL: func @prologue
// CHECK:         %[[S:.+]] = linalg.reduce
// CHECK-NEXT:    %[[T:.+]] = sbp.leave_time {{.*}} accumulate "sum"
// CHECK:         %[[U:.+]] = sbp.enter_time %[[T]] {sbp.placement = @one} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         %[[B:.+]] = linalg.broadcast ins(%[[U]] : tensor<4xf32>) outs(%{{.+}} : tensor<2x4xf32>)
// CHECK:         linalg.div {{.*}}ins(%{{.+}}, %[[B]] : tensor<2x4xf32>, tensor<2x4xf32>)
func.func @prologue(%x: tensor<8x4xf32> {sbp.microbatch = 0 : i64}) -> tensor<8x4xf32> attributes {sbp.microbatches = 4 : i64} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<8x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  %e1 = tensor.empty() : tensor<8x4xf32>
  %b = linalg.broadcast ins(%s : tensor<4xf32>) outs(%e1 : tensor<8x4xf32>) dimensions = [0]
  %r = linalg.div ins(%x, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e1 : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// What nothing can cut runs once a step on collected values.
// CHECK-LABEL: func @collected
// CHECK:         %[[C:.+]] = sbp.leave_time %{{.+}} collect 0 {sbp.placement = @one} : (tensor<2xf32>) -> tensor<8xf32>
// CHECK:         nn.sort %[[C]]
func.func @collected(%x: tensor<8xf32> {sbp.microbatch = 0 : i64}) -> tensor<8xf32> attributes {sbp.microbatches = 4 : i64} {
  %v, %i = nn.sort %x {axis = 0 : i64} : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi64>)
  return %v : tensor<8xf32>
}

// -----

// One micro-batch is the step as it is.
// CHECK-LABEL: func @one
// CHECK-SAME:    %{{.+}}: tensor<8xf32>
// CHECK-NOT:     sbp.time
// CHECK-NOT:     enter_time
func.func @one(%x: tensor<8xf32> {sbp.microbatch = 0 : i64}) -> tensor<8xf32> attributes {sbp.microbatches = 1 : i64} {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// A position that is computed lies in one of the micro-batches; what is read there comes from the collected value.
// CHECK-LABEL: func.func @computed_position
// CHECK-SAME: tensor<4x6xf32> {sbp.microbatch = 1
// CHECK: %[[WHOLE:.+]] = sbp.leave_time %arg0 collect 1
// CHECK: tensor.extract_slice %[[WHOLE]]
func.func @computed_position(%x: tensor<4x12xf32> {sbp.name = "x", sbp.microbatch = 1 : i64}, %at: tensor<i64> {sbp.name = "at"})
    -> (tensor<4x2xf32> {sbp.name = "part"}) attributes {sbp.microbatches = 2 : i64} {
  %number = tensor.extract %at[] : tensor<i64>
  %index = arith.index_cast %number : i64 to index
  %part = tensor.extract_slice %x[0, %index] [4, 2] [1, 1] : tensor<4x12xf32> to tensor<4x2xf32>
  return %part : tensor<4x2xf32>
}

// -----

// A window of every second row has no piece with a rule, since the position of its rows depends on the micro-batch: it is made whole,
// and the whole is cut.
// CHECK-LABEL: func @rows_of_a_window
// CHECK:         %[[W:.+]] = tensor.insert_slice %arg1 into %{{.+}}[0, 0] [2, 2] [2, 1]
// CHECK:         %[[P:.+]] = sbp.enter_time %[[W]] dim 0 {sbp.placement = @one} : (tensor<3x2xf64>) -> tensor<1x2xf64>
// CHECK:         linalg.mul {{.*}}ins(%[[P]], %arg0 :
func.func @rows_of_a_window(%x: tensor<3x2xf64> {sbp.microbatch = 0 : i64}, %c: tensor<2x2xf64> {sbp.state = "c"})
    -> tensor<3x2xf64> attributes {sbp.microbatches = 3 : i64} {
  %z = arith.constant dense<0.0> : tensor<3x2xf64>
  %s = tensor.insert_slice %c into %z[0, 0] [2, 2] [2, 1] : tensor<2x2xf64> into tensor<3x2xf64>
  %e = tensor.empty() : tensor<3x2xf64>
  %g = linalg.mul ins(%s, %x : tensor<3x2xf64>, tensor<3x2xf64>) outs(%e : tensor<3x2xf64>) -> tensor<3x2xf64>
  return %g : tensor<3x2xf64>
}
