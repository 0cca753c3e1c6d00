// Every enumerated signature of convolutions and pooling is executed on random states; an unsound one is an error.
// REQUIRES: long_tests
// RUN: sbp-opt %s --sbp-check-signatures -o /dev/null | FileCheck %s

// CHECK: {{^}}linalg.conv_1d 2:
func.func @conv_1d(%i0: tensor<7xf32>, %i1: tensor<3xf32>, %o: tensor<5xf32>) -> tensor<5xf32> {
  %r = linalg.conv_1d ins(%i0, %i1 : tensor<7xf32>, tensor<3xf32>) outs(%o : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: {{^}}linalg.conv_2d 2:
func.func @conv_2d(%i0: tensor<5x6xf32>, %i1: tensor<2x3xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.conv_2d ins(%i0, %i1 : tensor<5x6xf32>, tensor<2x3xf32>) outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK: {{^}}linalg.conv_3d 2:
func.func @conv_3d(%i0: tensor<3x3x3xf32>, %i1: tensor<2x2x2xf32>, %o: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %r = linalg.conv_3d ins(%i0, %i1 : tensor<3x3x3xf32>, tensor<2x2x2xf32>) outs(%o : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %r : tensor<2x2x2xf32>
}

// CHECK: {{^}}linalg.conv_1d_nwc_wcf 2:
func.func @conv_1d_nwc_wcf(%i0: tensor<2x5x3xf32>, %i1: tensor<2x3x4xf32>, %o: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %r = linalg.conv_1d_nwc_wcf ins(%i0, %i1 : tensor<2x5x3xf32>, tensor<2x3x4xf32>) outs(%o : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %r : tensor<2x4x4xf32>
}

// CHECK: {{^}}linalg.conv_1d_ncw_fcw 2:
func.func @conv_1d_ncw_fcw(%i0: tensor<2x3x5xf32>, %i1: tensor<4x3x2xf32>, %o: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %r = linalg.conv_1d_ncw_fcw ins(%i0, %i1 : tensor<2x3x5xf32>, tensor<4x3x2xf32>) outs(%o : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %r : tensor<2x4x4xf32>
}

// CHECK: {{^}}linalg.conv_2d_nhwc_hwcf 2:
func.func @conv_2d_nhwc_hwcf(%i0: tensor<2x3x3x2xf32>, %i1: tensor<2x2x2x3xf32>, %o: tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%i0, %i1 : tensor<2x3x3x2xf32>, tensor<2x2x2x3xf32>) outs(%o : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  return %r : tensor<2x2x2x3xf32>
}

// CHECK: {{^}}linalg.conv_2d_nchw_fchw 2:
func.func @conv_2d_nchw_fchw(%i0: tensor<2x2x3x3xf32>, %i1: tensor<3x2x2x2xf32>, %o: tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32> {
  %r = linalg.conv_2d_nchw_fchw ins(%i0, %i1 : tensor<2x2x3x3xf32>, tensor<3x2x2x2xf32>) outs(%o : tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  return %r : tensor<2x3x2x2xf32>
}

// CHECK: {{^}}linalg.depthwise_conv_2d_nhwc_hwc 2:
func.func @depthwise_conv_2d_nhwc_hwc(%i0: tensor<2x3x3x3xf32>, %i1: tensor<2x2x3xf32>, %o: tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%i0, %i1 : tensor<2x3x3x3xf32>, tensor<2x2x3xf32>) outs(%o : tensor<2x2x2x3xf32>) -> tensor<2x2x2x3xf32>
  return %r : tensor<2x2x2x3xf32>
}

// CHECK: {{^}}linalg.pooling_nhwc_sum 2:
func.func @pooling_nhwc_sum(%i0: tensor<2x4x4x3xf32>, %i1: tensor<2x2xf32>, %o: tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32> {
  %r = linalg.pooling_nhwc_sum ins(%i0, %i1 : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%o : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  return %r : tensor<2x3x3x3xf32>
}

// CHECK: {{^}}linalg.pooling_nhwc_max 2:
func.func @pooling_nhwc_max(%i0: tensor<2x4x4x3xf32>, %i1: tensor<2x2xf32>, %o: tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32> {
  %r = linalg.pooling_nhwc_max ins(%i0, %i1 : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%o : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  return %r : tensor<2x3x3x3xf32>
}

// CHECK: {{^}}linalg.pooling_nhwc_min 2:
func.func @pooling_nhwc_min(%i0: tensor<2x4x4x3xf32>, %i1: tensor<2x2xf32>, %o: tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32> {
  %r = linalg.pooling_nhwc_min ins(%i0, %i1 : tensor<2x4x4x3xf32>, tensor<2x2xf32>) outs(%o : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
  return %r : tensor<2x3x3x3xf32>
}

// CHECK: {{^}}linalg.pooling_nhwc_max_unsigned 2:
func.func @pooling_nhwc_max_unsigned(%i0: tensor<2x4x4x3xi8>, %i1: tensor<2x2xi8>, %o: tensor<2x3x3x3xi8>) -> tensor<2x3x3x3xi8> {
  %r = linalg.pooling_nhwc_max_unsigned ins(%i0, %i1 : tensor<2x4x4x3xi8>, tensor<2x2xi8>) outs(%o : tensor<2x3x3x3xi8>) -> tensor<2x3x3x3xi8>
  return %r : tensor<2x3x3x3xi8>
}

// CHECK: {{^}}linalg.pooling_ncw_sum 2:
func.func @pooling_ncw_sum(%i0: tensor<2x3x4xf32>, %i1: tensor<2xf32>, %o: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %r = linalg.pooling_ncw_sum ins(%i0, %i1 : tensor<2x3x4xf32>, tensor<2xf32>) outs(%o : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %r : tensor<2x3x3xf32>
}


// Windows that begin behind the start of the tensor: a shard begins with its first one.
// CHECK: {{^}}linalg.generic 2:
func.func @every_second_from_the_third(%x: tensor<13xf32>) -> tensor<5xf32> {
  %o = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 * 2 + 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<13xf32>) outs(%o : tensor<5xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK: executed signatures: {{[0-9]{3,}$}}
