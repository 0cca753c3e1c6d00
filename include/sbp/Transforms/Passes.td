// Passes.td: all passes; lib/Pipelines/Pipelines.cpp has their order
//
// A file per folder of lib/Transforms or lib/Conversion.
#ifndef SBP_TRANSFORMS_PASSES
#define SBP_TRANSFORMS_PASSES

include "sbp/Transforms/ImportPasses.td"
include "sbp/Transforms/DifferentiationPasses.td"
include "sbp/Transforms/PlacementPasses.td"
include "sbp/Transforms/RecomputationPasses.td"
include "sbp/Transforms/TimePasses.td"
include "sbp/Transforms/DistributionPasses.td"
include "sbp/Transforms/NNToLinalgPasses.td"
include "sbp/Transforms/BoxingPasses.td"
include "sbp/Transforms/PartitionPasses.td"
include "sbp/Transforms/LocalToTaskPasses.td"
include "sbp/Transforms/SchedulingPasses.td"
include "sbp/Transforms/ReferencePasses.td"
include "sbp/Transforms/VerifyPasses.td"
include "sbp/Transforms/InspectPasses.td"

#endif // SBP_TRANSFORMS_PASSES
