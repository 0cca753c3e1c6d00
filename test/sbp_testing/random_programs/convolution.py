"""Convolutions and pooling, named and as a generic, with strides, dilations, groups and padding."""

import functools
import itertools

import numpy as np

from .contraction import einsum, product_error
from .program import Retry
from .value import FLOATS, INTS, type_of, wrap

# Dims of input, kernel and result: x, y, z are positions, p, q, r the kernel's, any other letter a dim of the same size.
CONVOLUTIONS = {
    "conv_1d": "x,p,x",
    "conv_2d": "xy,pq,xy",
    "conv_3d": "xyz,pqr,xyz",
    "conv_1d_nwc_wcf": "nxc,pcf,nxf",
    "conv_1d_ncw_fcw": "ncx,fcp,nfx",
    "conv_2d_nhwc_hwcf": "nxyc,pqcf,nxyf",
    "conv_2d_nhwc_fhwc": "nxyc,fpqc,nxyf",
    "conv_2d_nchw_fchw": "ncxy,fcpq,nfxy",
    "conv_2d_ngchw_fgchw": "ngcxy,fgcpq,ngfxy",
    "conv_2d_ngchw_gfchw": "ngcxy,gfcpq,ngfxy",
    "conv_2d_nhwgc_gfhwc": "nxygc,gfpqc,nxygf",
    "conv_3d_ndhwc_dhwcf": "nxyzc,pqrcf,nxyzf",
    "conv_3d_ncdhw_fcdhw": "ncxyz,fcpqr,nfxyz",
    "depthwise_conv_1d_nwc_wc": "nxc,pc,nxc",
    "depthwise_conv_1d_ncw_cw": "ncx,cp,ncx",
    "depthwise_conv_1d_nwc_wcm": "nxc,pcm,nxcm",
    "depthwise_conv_2d_nhwc_hwc": "nxyc,pqc,nxyc",
    "depthwise_conv_2d_nchw_chw": "ncxy,cpq,ncxy",
    "depthwise_conv_2d_nhwc_hwcm": "nxyc,pqcm,nxycm",
    "depthwise_conv_3d_ndhwc_dhwc": "nxyzc,pqrc,nxyzc",
    "depthwise_conv_3d_ncdhw_cdhw": "ncxyz,cpqr,ncxyz",
    "depthwise_conv_3d_ndhwc_dhwcm": "nxyzc,pqrcm,nxyzcm",
    "generic": "nxc,pcf,nxf",
}
POOLS = {
    f"pooling_{name}_{op}": dims
    for name, dims, ops in (
        ("nwc", "nxc,p,nxc", ("sum", "max", "min", "max_unsigned", "min_unsigned")),
        ("ncw", "ncx,p,ncx", ("sum", "max")),
        ("nhwc", "nxyc,pq,nxyc", ("sum", "max", "min", "max_unsigned", "min_unsigned")),
        ("nchw", "ncxy,pq,ncxy", ("sum", "max")),
        ("ndhwc", "nxyzc,pqr,nxyzc", ("sum", "max", "min")),
    )
    for op in ops
}
KERNEL_OF = {"x": "p", "y": "q", "z": "r"}
MAX_ELEMENTS = 3000


class Windows:
    """Where the windows of each result lie in the input; drawn for an input of these dims and shape."""

    def __init__(self, p, dims, shape, plain=False):
        self.dims, self.spatial = dims, [d for d in dims if d in KERNEL_OF]
        sizes = dict(zip(dims, shape))
        self.strides = [1 if plain else p.rng.choice([1, 1, 2, 3]) for _ in self.spatial]
        self.dilations = [1 if plain else p.rng.choice([1, 1, 1, 2]) for _ in self.spatial]
        self.kernel, self.out = [], []
        for d, stride, dilation in zip(self.spatial, self.strides, self.dilations):
            if sizes[d] == 0:
                raise Retry
            self.kernel.append(p.rng.randint(1, min(4, (sizes[d] - 1) // dilation + 1)))
            self.out.append((sizes[d] - (self.kernel[-1] - 1) * dilation - 1) // stride + 1)

    def parts(self, v):
        """(position in the kernel, what of `v` lies under it)."""
        for position in itertools.product(*map(range, self.kernel)):
            index = [slice(None)] * len(self.dims)
            for d, k, s, l, n in zip(self.spatial, position, self.strides, self.dilations, self.out):
                index[self.dims.index(d)] = slice(k * l, k * l + (n - 1) * s + 1, s)
            yield position, v[tuple(index)]

    def convolve(self, dims, v, w, is_float):
        """Sum of products of windows of `v` and of a kernel `w` whose dims are given."""
        left, kernel, out = dims
        rest = "".join(d for d in kernel if d not in "pqr")
        total = 0
        for position, part in self.parts(v):
            index = tuple(position["pqr".index(d)] if d in "pqr" else slice(None) for d in kernel)
            total = total + einsum(f"{left},{rest}->{out}", part, w[index], is_float)
        return total

    @property
    def attributes(self):
        vector = lambda v: f"dense<{v}> : tensor<{len(v)}xi64>"
        return f"dilations = {vector(self.dilations)}, strides = {vector(self.strides)}"


def draw_image(p, dims, dtypes):
    """An input that is not too large, now and then padded; images are smaller where they have more dims."""
    rank = len(dims)
    fits = [v for v in p.values if v.dtype in dtypes and len(v.shape) == rank and 0 not in v.shape and v.val.size < MAX_ELEMENTS]
    if fits and p.rng.random() < 0.7:
        x = p.rng.choice(fits[-4:])
        p.read(x)
    else:
        largest = {1: 12, 2: 12, 3: 8}.get(rank, 5)
        shape = [p.rng.randint(1, largest if d in KERNEL_OF else min(largest, 5)) for d in dims]
        x = p.pick([p.rng.choice(sorted(dtypes))], shape=shape)
    if p.rng.random() < 0.5:
        return x
    low, high = ([p.rng.choice([0, 1, 2]) if d in KERNEL_OF else 0 for d in dims] for _ in range(2))
    return p.padded(x, low, high, 0)


def convolution(p):
    name = p.rng.choice(sorted(CONVOLUTIONS))
    dims = CONVOLUTIONS[name].split(",")
    source = p.rng.choice([*FLOATS, *INTS])
    result = {"bf16": p.rng.choice(["bf16", "f32"]), "i8": p.rng.choice(["i8", "i32"])}.get(source, source)
    result = source if name == "generic" else result
    x = draw_image(p, dims[0], [source])
    windows = Windows(p, dims[0], x.shape, plain=name in ("conv_1d", "conv_2d", "conv_3d"))
    sizes = dict(zip(dims[0], x.shape)) | dict(zip(windows.spatial, windows.out)) | dict(zip("pqr", windows.kernel))
    sizes |= {d: p.rng.randint(1, 5) for d in "fm"}
    w = p.pick([source], shape=[sizes[d] for d in dims[1]])
    shape = tuple(sizes[d] for d in dims[2])
    init = p.zeros(result, shape) if p.rng.random() < 0.6 else p.pick([result], shape=shape)
    if name == "generic":
        stride, dilation = windows.strides[0], windows.dilations[0]
        maps = [5, [0, f"d1 * {stride} + d3 * {dilation}", 4], [3, 4, 2], [0, 1, 2]]
        kind = "f" if source in FLOATS else "i"
        body = [f"%m = arith.mul{kind} %x0, %x1 : {source}", f"%r = arith.add{kind} %o, %m : {source}"]
        found = p.generic([x, w], result, shape, body, maps, ["parallel"] * 3 + ["reduction"] * 2, init)
    else:
        found = p.fresh()
        attributes = p.tag + (f", {windows.attributes}" if "_" in name[7:] else "")
        p.emit(
            f"{found} = linalg.{name} {{{attributes}}} ins({x.name}, {w.name} : {x.type}, {w.type}) "
            f"outs({init.name} : {init.type}) -> {init.type}"
        )
    convolve = lambda v, k: windows.convolve(dims, v, k, source in FLOATS)
    if source in INTS:
        return p.finish(found, result, wrap(INTS[result], init.val + convolve(x.val, w.val)))
    terms = int(np.prod(windows.kernel)) * sizes.get("c", 1) + 2
    return p.rounded(
        found,
        result,
        init.val + convolve(x.val, w.val),
        init.err + product_error(convolve, x, w),
        init.mag + convolve(x.mag + x.err, w.mag + w.err),
        terms,
    )


def pooling(p):
    name = p.rng.choice(sorted(POOLS))
    dims = POOLS[name].split(",")
    op = name.split("_", 2)[2]
    x = draw_image(p, dims[0], [*INTS] if "unsigned" in op else [*FLOATS, *INTS])
    windows = Windows(p, dims[0], x.shape)
    sizes = dict(zip(dims[0], x.shape)) | dict(zip(windows.spatial, windows.out))
    shape = tuple(sizes[d] for d in dims[2])
    init = p.zeros(x.dtype, shape) if op == "sum" and p.rng.random() < 0.6 else p.pick([x.dtype], shape=shape)
    # Only the shape of the kernel says anything.
    kernel = p.empty(x.dtype, windows.kernel) if p.rng.random() < 0.7 else p.pick([x.dtype], shape=windows.kernel).name
    found = p.fresh()
    p.emit(
        f"{found} = linalg.{name} {{{p.tag}, {windows.attributes}}} ins({x.name}, {kernel} : {x.type}, "
        f"{type_of(x.dtype, windows.kernel)}) outs({init.name} : {init.type}) -> {init.type}"
    )
    fold = lambda f, start, v: functools.reduce(f, (part for _, part in windows.parts(v)), start)
    if op == "sum":
        val = fold(np.add, init.val, x.val)
        if not x.is_float:
            return p.finish(found, x.dtype, wrap(INTS[x.dtype], val))
        return p.rounded(
            found, x.dtype, val, fold(np.add, init.err, x.err), fold(np.add, init.mag, x.mag), int(np.prod(windows.kernel)) + 1
        )
    larger = np.maximum if "max" in op else np.minimum
    if "unsigned" in op:
        flip = lambda v: wrap(INTS[x.dtype], v ^ (-(1 << (INTS[x.dtype] - 1))))
        return p.finish(found, x.dtype, flip(fold(larger, flip(init.val), flip(x.val))))
    err = fold(np.maximum, init.err, x.err) if x.is_float else None
    val = fold(larger, init.val, x.val)
    return p.finish(found, x.dtype, val, err, np.abs(val) + err if x.is_float else None)


FAMILIES = {"convolution": convolution, "pooling": pooling}
