// RUN: sbp-opt %s --sbp-plan-boxings -verify-diagnostics

sbp.placement @line ["x" = 2]
func.func @index(%x: tensor<4xindex>) -> tensor<4xindex> {
  // expected-error @+1 {{would move elements of 'index', which have no size in a file or a message; make them i64 with arith.index_cast}}
  %y = sbp.boxing %x from #sbp.distribution<@line, [S(0)]> to #sbp.distribution<@line, [B]> : tensor<4xindex>
  return %y : tensor<4xindex>
}
