// NNOps.td: all ops of the dialect, one file per family
#ifndef NN_OPS
#define NN_OPS

include "sbp/Dialect/NN/IR/NNAttentionOps.td"
include "sbp/Dialect/NN/IR/NNGradientOps.td"
include "sbp/Dialect/NN/IR/NNGroupedOps.td"
include "sbp/Dialect/NN/IR/NNIndexingOps.td"
include "sbp/Dialect/NN/IR/NNLossOps.td"
include "sbp/Dialect/NN/IR/NNNormOps.td"
include "sbp/Dialect/NN/IR/NNOptimizerOps.td"
include "sbp/Dialect/NN/IR/NNOrderOps.td"
include "sbp/Dialect/NN/IR/NNRandomOps.td"
include "sbp/Dialect/NN/IR/NNScanOps.td"

#endif // NN_OPS
