"""Launches that may start before the one in front of them has ended, in the PTX executor: equal bits with and without, and planted faults.

The executor lets such a launch access global memory only behind its wait, whatever the order, so that it cannot read what the launch in front
of it has not finished. What it cannot show is checked in the text: the read-only cache may hold old values of memory that changes while a
kernel runs, so no load through it reads what the launch in front may write.
"""

import ctypes
import re

import numpy as np

import planted
from gpu_driver import Gpu
from sbp_testing import cuda_kernels


def write_model():
    """Two products, an elementwise op and softmax: launches that read their predecessor's result, inputs and constants."""
    t = "tensor<64x64xf32>"
    return f"""
func.func @f(%x: {t}, %w: {t}) -> {t} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {t}
  %f = linalg.fill ins(%zero : f32) outs(%e : {t}) -> {t}
  %a = linalg.matmul ins(%x, %w : {t}, {t}) outs(%f : {t}) -> {t}
  %b = linalg.matmul ins(%a, %w : {t}, {t}) outs(%f : {t}) -> {t}
  %c = linalg.transpose ins(%b : {t}) outs(%e : {t}) permutation = [1, 0]
  %d = linalg.softmax dimension(1) ins(%c : {t}) outs(%e : {t}) -> {t}
  return %d : {t}
}}
"""


def list_readonly_loads(ptx, kernel):
    """The numbers of the parameters of a kernel whose memory it may load through the read-only cache, by the registers of addresses."""
    begin = ptx.index(f".entry {kernel}(")
    body = ptx[begin : ptx.find(".entry", begin + 1) if ".entry" in ptx[begin + 1 :] else len(ptx)]
    sources = {}
    lines = re.findall(r"^\s*(?:@!?%p\d+\s+)?([a-z][\w.:]*)\s+(%rd\d+), (.*);", body, re.MULTILINE)
    for _ in range(len(lines)):
        before = sum(map(len, sources.values()))
        for opcode, result, operands in lines:
            known = {int(number) for number in re.findall(r"_param_(\d+)\]", operands)} if opcode.startswith("ld.param") else set()
            if not opcode.startswith("ld."):
                known = known.union(*(sources.get(register, ()) for register in re.findall(r"%rd\d+", operands)))
            sources.setdefault(result, set()).update(known)
        if sum(map(len, sources.values())) == before:
            break
    loads = re.findall(r"ld\.global\.nc\S*\s+.*\[(%rd\d+)[+\]-]", body)
    return set().union(*(sources.get(register, ()) for register in loads))


def check_readonly_loads(ptx, launches):
    """Finds loads through the read-only cache of buffers that the launch in front accesses too, unless they are inputs."""
    for front, launch in zip(launches, launches[1:]):
        kept = [tuple(argument) for argument in front["arguments"] if argument[0] in ("scratch", "output")]
        for number in list_readonly_loads(ptx, launch["kernel"]):
            argument = tuple(launch["arguments"][number])
            assert not launch["overlaps"] or argument not in kept, f"{launch['kernel']}: reads {argument} through the read-only cache"


def make_faults(ptx):
    """Texts whose first kernel that waits does so wrongly, by name."""
    at = ptx.index("griddepcontrol.wait;")
    load = re.compile(r"^\s*ld\.global[^\n]*\n", re.MULTILINE).search(ptx, at)
    begin = ptx.rindex("{", 0, at) + 1
    some = f"mov.u32 %waiting, %tid.x;\nsetp.lt.u32 %waits, %waiting, 40;\n@%waits griddepcontrol.wait;{ptx[at + 20 :]}"
    return {
        "wait missing": planted.change(r"griddepcontrol\.wait;", "", [0])(ptx),
        "wait behind the first load": f"{ptx[:at]}{ptx[at + 20 : load.end()]}griddepcontrol.wait;\n{ptx[load.end() :]}",
        "wait of some lanes alone": f"{ptx[:begin]}\n.reg .pred %waits;\n.reg .b32 %waiting;\n{ptx[begin:at]}{some}",
        "result of the launch in front through the read-only cache": re.sub(r"ld\.global\.(?!nc)", "ld.global.nc.", ptx),
    }


def check_faults(drawn):
    ptx, specs = cuda_kernels.compile_ptx(write_model())
    plain, others = cuda_kernels.compile_ptx(write_model(), "--overlap-launches=off")
    assert "griddepcontrol" not in plain and not any(launch["overlaps"] for launch in others["f"]["launches"])
    launches = specs["f"]["launches"]
    assert [launch["overlaps"] for launch in launches] == [False] + [True] * (len(launches) - 1), launches
    (right,) = planted.run_region(plain, others["f"], drawn, 1)

    def report(text, seed):
        def run():
            check_readonly_loads(text, launches)
            return planted.run_region(text, specs["f"], drawn, seed)

        return planted.judge(run, lambda found: found[0].tobytes() == right.tobytes())

    print(f"{planted.find_all(ptx, make_faults(ptx), report)} faults found under every seed")


def check_order():
    """A launch that overlaps with a copy, or with nothing, is refused by the stub driver."""
    gpu = Gpu()
    text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\ngriddepcontrol.wait;\nret;\n}\n"
    kernel, address = gpu.find(gpu.load(text), "k", 0), gpu.allocate(16)

    def launch(overlaps=True):
        try:
            gpu.launch(kernel, (1, 1, 1, 1, 1, 1, 0), None, overlaps)
        except RuntimeError as error:
            return str(error)
        return "is launched"

    print(f"first on its stream: {launch()}")
    print(f"without overlap: {launch(False)}; behind it: {launch()}; and again: {launch()}")
    values = (ctypes.c_float * 4)()
    gpu.do("cuMemcpyHtoDAsync_v2", address, values, ctypes.c_size_t(16), gpu.stream)
    print(f"behind a copy: {launch()}")
    launch(False)
    event = gpu.create_event()
    gpu.record(event)
    gpu.do("cuStreamWaitEvent", gpu.stream, event, 0)
    print(f"behind a wait for an event: {launch()}")
    gpu.synchronize()


generator = np.random.default_rng(3)
check_faults([generator.standard_normal((64, 64)).astype("f4") for _ in range(2)])
check_order()
