"""Long rows by clusters of blocks: the cases of long_rows on Hopper, in both forms, with more rows than clusters and fewer."""

from gpu_generators.long_rows import make_cross_entropy, make_norm, make_softmax

PRIORITY, CHIP = 53, "sm_90a"


def list_cases(is_full):
    yield make_softmax(3, 17000, is_timed=False)
    yield make_norm(70, 16400, is_timed=False)
    yield make_norm(2, 17001, is_timed=False)
    yield make_cross_entropy(3, 20000, is_timed=False)
    if not is_full:
        yield make_softmax(2, 17000, "bf16")
        return
    for columns in (32768, 65536, 131072, 262144):
        for kind in ("f32", "bf16"):
            yield make_softmax(2**26 // columns, columns, kind)
            yield make_norm(2**26 // columns, columns, kind)
        yield make_cross_entropy(2**26 // columns, columns)
