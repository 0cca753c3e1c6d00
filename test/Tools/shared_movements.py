"""Prints a model whose value goes to and fro between two distributions of 256 ranks, by exchanges of many transfers.

python3 shared_movements.py TIMES > model.mlir
"""

import sys

A, B = "@cube, [S(2), S(1), S(1)]", "@cube, [S(1), S(2), S(0)]"
TYPE = "tensor<128x128x4xf32>"
print('sbp.placement @cube ["a" = 4, "b" = 8, "c" = 8]')
print(f'func.func @main(%v0: {TYPE} {{sbp.name = "x", sbp.distribution = #sbp.distribution<{A}>}}) -> ({TYPE} {{sbp.name = "y"}}) {{')
steps = 2 * int(sys.argv[1])
for i in range(steps):
    print(f"  %c{i} = sbp.constrain %v{i} to #sbp.distribution<{(B, A)[i % 2]}> : {TYPE}")
    print(f"  %v{i + 1} = math.absf %c{i} : {TYPE}")
print(f"  return %v{steps} : {TYPE}\n}}")
