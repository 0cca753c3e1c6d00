"""Convolutions and pooling: every layout, stride, dilation, zero points."""

import itertools

import numpy as np

from sbp_testing.op_table.cases import EPS, WIDTH, Case, T, draw, filled, ret


def conv(op, spec, ins="f32", out=None, stride=1, dilation=1, size=None, zero_points=False, rank_letters="dhw"):
    out = out or ins
    left, result = spec.split("->")
    input_letters, kernel_letters = left.split(",")
    spatial = [c for c in rank_letters if c in result]
    sizes = dict(n=2, c=3, f=4, g=2, m=2)
    kernel = dict(zip("dhw", (2, 3, 2)))
    output = dict(zip("dhw", size or (3, 5, 4)))
    extents = {c: (output[c] - 1) * stride + (kernel[c] - 1) * dilation + 1 for c in spatial}
    x = draw(ins, *[extents.get(c) or sizes[c] for c in input_letters])
    w = draw(ins, *[kernel[c] if c in spatial else sizes[c] for c in kernel_letters])
    shape = [output[c] if c in spatial else sizes[c] for c in result]
    lhs, rhs = x.exact, w.exact
    if zero_points:
        lhs, rhs = lhs - 2, rhs + 1
    value = np.zeros(shape, lhs.dtype)
    for position in itertools.product(*(range(kernel[c]) for c in spatial)):
        at = dict(zip(spatial, position))
        piece = lhs[
            tuple(
                slice(at[c] * dilation, at[c] * dilation + (output[c] - 1) * stride + 1, stride) if c in spatial else slice(None)
                for c in input_letters
            )
        ]
        tap = rhs[tuple(at[c] if c in spatial else slice(None) for c in kernel_letters)]
        value = value + np.einsum(f"{input_letters},{''.join(c for c in kernel_letters if c not in spatial)}->{result}", piece, tap)
    t = T(out, shape)
    attributes = f"{{strides = dense<{stride}> : tensor<{len(spatial)}xi64>, dilations = dense<{dilation}> : tensor<{len(spatial)}xi64>}}"
    if input_letters == "".join(spatial):
        attributes = ""  # conv_1d, conv_2d, conv_3d have none
    scalars, types, points = "", "", ""
    if zero_points:
        scalars, types = ", %p, %q", ", i32, i32"
        points = "  %p = arith.constant 2 : i32\n  %q = arith.constant -1 : i32\n"
    terms = w.data.size + 2
    Case(
        f"{op} {ins}->{out} stride {stride} dilation {dilation}",
        [x, w],
        [(out, value)],
        filled("o", out, shape)
        + points
        + f"  %r = linalg.{op} {attributes} ins(%a0, %a1{scalars} : {x.type}, {w.type}{types}) outs(%o : {t}) -> {t}\n"
        + ret(("%r", t)),
        terms,
    )


CONVOLUTIONS = {
    "conv_1d": "w,w->w",
    "conv_2d": "hw,hw->hw",
    "conv_3d": "dhw,dhw->dhw",
    "conv_1d_nwc_wcf": "nwc,wcf->nwf",
    "conv_1d_ncw_fcw": "ncw,fcw->nfw",
    "conv_2d_nhwc_hwcf": "nhwc,hwcf->nhwf",
    "conv_2d_nhwc_fhwc": "nhwc,fhwc->nhwf",
    "conv_2d_nchw_fchw": "nchw,fchw->nfhw",
    "conv_2d_ngchw_fgchw": "ngchw,fgchw->ngfhw",
    "conv_2d_ngchw_gfchw": "ngchw,gfchw->ngfhw",
    "conv_2d_nhwgc_gfhwc": "nhwgc,gfhwc->nhwgf",
    "conv_3d_ndhwc_dhwcf": "ndhwc,dhwcf->ndhwf",
    "conv_3d_ncdhw_fcdhw": "ncdhw,fcdhw->nfdhw",
    "depthwise_conv_1d_nwc_wc": "nwc,wc->nwc",
    "depthwise_conv_1d_ncw_cw": "ncw,cw->ncw",
    "depthwise_conv_1d_nwc_wcm": "nwc,wcm->nwcm",
    "depthwise_conv_2d_nhwc_hwc": "nhwc,hwc->nhwc",
    "depthwise_conv_2d_nchw_chw": "nchw,chw->nchw",
    "depthwise_conv_2d_nhwc_hwcm": "nhwc,hwcm->nhwcm",
    "depthwise_conv_3d_ndhwc_dhwc": "ndhwc,dhwc->ndhwc",
    "depthwise_conv_3d_ncdhw_cdhw": "ncdhw,cdhw->ncdhw",
    "depthwise_conv_3d_ndhwc_dhwcm": "ndhwc,dhwcm->ndhwcm",
}
for i, (op, spec) in enumerate(CONVOLUTIONS.items()):
    plain = op in ("conv_1d", "conv_2d", "conv_3d")
    conv(op, spec)
    if not plain:
        conv(op, spec, stride=2, dilation=1 + i % 2)
conv("conv_2d_nhwc_hwcf", "nhwc,hwcf->nhwf", stride=3, dilation=2)
conv("conv_2d_nhwc_hwcf", "nhwc,hwcf->nhwf", "i8", "i32")
conv("conv_2d_nchw_fchw", "nchw,fchw->nfhw", "bf16", "f32")
conv("conv_2d_nhwc_hwcf", "nhwc,hwcf->nhwf", "f16", "f16", stride=2)
conv("conv_1d_nwc_wcf", "nwc,wcf->nwf", "f64")
for op in (
    "conv_2d_nhwc_hwcf",
    "conv_2d_nhwc_fhwc",
    "conv_2d_nchw_fchw",
    "conv_2d_nhwgc_gfhwc",
    "conv_2d_ngchw_gfchw",
    "conv_3d_ndhwc_dhwcf",
    "depthwise_conv_2d_nhwc_hwc",
    "depthwise_conv_2d_nhwc_hwcm",
):
    conv(op + "_q", CONVOLUTIONS[op], "i8", "i32", zero_points=True, stride=2)


def pooling(op, letters, kind, dtype="f32", stride=1, dilation=1):
    spatial = [c for c in "dhw" if c in letters]
    kernel, output = dict(d=2, h=3, w=2), dict(d=3, h=5, w=4)
    sizes = dict(n=2, c=3, **{c: (output[c] - 1) * stride + (kernel[c] - 1) * dilation + 1 for c in spatial})
    x = draw(dtype, *[sizes[c] for c in letters], **(dict(low=-100, high=100) if dtype in WIDTH else {}))
    unsigned = kind.endswith("unsigned")
    pieces = []
    for position in itertools.product(*(range(kernel[c]) for c in spatial)):
        at = dict(zip(spatial, position))
        pieces.append(
            x.exact[
                tuple(
                    slice(at[c] * dilation, at[c] * dilation + (output[c] - 1) * stride + 1, stride) if c in spatial else slice(None)
                    for c in letters
                )
            ]
        )
    pieces = np.stack(pieces)
    shape = pieces.shape[1:]
    if unsigned:
        pieces = pieces & 0xFF
    value = {"sum": np.sum, "max": np.max, "min": np.min}[kind.split("_")[0]](pieces, axis=0)
    start = {
        "sum": 0,
        "max": -np.inf if dtype in EPS else (0 if unsigned else -128),
        "min": np.inf if dtype in EPS else (-1 if unsigned else 127),
    }[kind.split("_")[0]]
    t = T(dtype, shape)
    w = T(dtype, [kernel[c] for c in spatial])
    attributes = f"{{strides = dense<{stride}> : tensor<{len(spatial)}xi64>, dilations = dense<{dilation}> : tensor<{len(spatial)}xi64>}}"
    Case(
        f"pooling_{letters}_{kind} {dtype} stride {stride} dilation {dilation}",
        [x],
        [(dtype, value)],
        filled("o", dtype, shape, start)
        + f"  %w = tensor.empty() : {w}\n  %r = linalg.pooling_{letters}_{kind} {attributes} ins(%a0, %w : {x.type}, {w}) outs(%o : {t}) -> {t}\n"
        + ret(("%r", t)),
        20,
    )


for letters, kinds in (("nhwc", "sum max min"), ("nchw", "sum max"), ("nwc", "sum max min"), ("ncw", "sum max"), ("ndhwc", "sum max min")):
    for i, kind in enumerate(kinds.split()):
        pooling(None, letters, kind)
        pooling(None, letters, kind, stride=2, dilation=1 + i)
for letters in ("nhwc", "nwc"):
    for kind in ("max_unsigned", "min_unsigned", "max", "min", "sum"):
        pooling(None, letters, kind, "i8", stride=2)
