"""All-parallel ops: elementwise, functions, gathers of rows, heads turned, slices."""

from gpu_case import from_family
from gpu_families import PEERS

PRIORITY, CHIP = 62, "sm_90"
KERNELS = "pointwise", "copy"
FAMILIES = {"elementwise": "xz", "exp": "x", "embedding": "i", "heads": "x", "copy": ""}


def list_cases(is_full):
    for name in ("elementwise f16", "elementwise i8", "exp bf16 with NaN", "maximum f32 with NaN"):
        yield from_family(name, 2**16)
    for name, sampled in FAMILIES.items():
        yield from_family(name, 2**16)
        if is_full or name == "exp":
            yield from_family(name, 2**26 if is_full else 2**16, sampled, is_timed=True, peer=PEERS.get(name), title="timed")
