"""Nothing smaller is lost before a choice within a limit begins: of a product, every way to distribute what it reads is compiled with
--strict, which chooses nothing. What is said to fit the open model is no more than the plan of any of these needs.

A product that every rank computes whole is dearer than one in pieces that are gathered, and holds less: no pieces beside the whole.
"""

import itertools
import re

from memory_limits import find_least, peak
from sbp_testing.harness import Case

MODEL = """
sbp.placement @mesh ["x" = 2]
func.func @main(%x: tensor<{m}x{k}xf32> {{sbp.name = "x", sbp.distribution = #sbp.distribution<@mesh, [{x}]>}},
                %w: tensor<{k}x{n}xf32> {{sbp.name = "w", sbp.distribution = #sbp.distribution<@mesh, [{w}]>}})
    -> (tensor<{m}x{n}xf32> {{sbp.name = "y", sbp.distribution = #sbp.distribution<@mesh, [{y}]>}}) {{
  %zero = arith.constant 0.0 : f32
{seen_x}{seen_w}  %0 = tensor.empty() : tensor<{m}x{n}xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  %2 = linalg.matmul ins(%{x0}, %{w0} : tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) outs(%1 : tensor<{m}x{n}xf32>) -> tensor<{m}x{n}xf32>
  return %2 : tensor<{m}x{n}xf32>
}}
"""
WAYS = ("B", "S(0)", "S(1)")


def write(shape, ends, seen=None):
    """`ends`: how x, w and y are stored. `seen`: how the product reads x and w; open without it."""
    (m, k, n), (x, w, y) = shape, ends
    lines = {
        f"seen_{name}": f"  %seen_{name} = sbp.constrain %{name} to #sbp.distribution<@mesh, [{way}]> : tensor<{type}xf32>\n"
        if seen
        else ""
        for name, way, type in zip("xw", seen or "  ", (f"{m}x{k}", f"{k}x{n}"))
    }
    names = {f"{name}0": f"seen_{name}" if seen else name for name in "xw"}
    return MODEL.format(m=m, k=k, n=n, x=x, w=w, y=y, **lines, **names)


def needs(model):
    """Peak bytes of a strict plan; nothing where it leaves a choice or no signature fits."""
    try:
        return peak(Case(model, "--strict"))
    except AssertionError as error:
        assert re.search("error: ", str(error)), error
        return None


def main():
    for shape, ends in (((512, 512, 512), ("B", "B", "B")), ((512, 2048, 64), ("B", "S(0)", "B")), ((1024, 64, 1024), ("B", "B", "S(1)"))):
        plans = {seen: needs(write(shape, ends, seen)) for seen in itertools.product(WAYS, repeat=2)}
        plans = {seen: bytes for seen, bytes in plans.items() if bytes is not None}
        seen, least = min(plans.items(), key=lambda plan: plan[1])
        case = Case(write(shape, ends))
        found = find_least(case, peak(case))
        assert found <= least, f"{shape}: {found:,} bytes are said to fit; read as {seen} it needs {least:,}"
        print(f"{shape}: the smallest of {len(plans)} strict plans needs {least:,} bytes, {found:,} are said to fit")


if __name__ == "__main__":
    main()
