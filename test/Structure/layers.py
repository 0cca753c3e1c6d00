"""Fails where a folder includes a header of a layer above its own.

layers.py ROOT: `LAYERS` lists the folders of the compiler from the lowest layer to the highest (docs/Architecture.md, "Which folder
may include which"). A file may include headers of its own folder and of lower layers, not of its own layer's other folders, nor of
folders outside of lib and include, such as tools. The runtime includes neither LLVM nor headers of the compiler, but for the C header
that kernels share with it. Below a folder of `ROOMS` the same holds for its rooms. Prints one line per layer and per level of rooms
with the number of files that were read.
"""

import collections
import os
import pathlib
import re
import sys

# Folders below lib/ and include/sbp/; one that is not listed belongs to the longest listed prefix.
LAYERS = [
    ["Calculus", "Analysis/CostNetwork", "Target/Registry", "Support", "Runtime"],
    ["Interfaces"],
    ["Dialect/SBP"],
    ["Dialect/NN", "Dialect/Task", "ExternalModels/Work", "ExternalModels/Lowering", "ExternalModels/TensorAccess", "ExternalModels"],
    ["Dialect/MemoryLayer", "ExternalModels/Distribution"],
    ["ExternalModels/Differentiation", "Analysis/Defined", "Analysis/Scheduling"],
    ["Analysis/Selection/Prices"],
    ["Analysis/Selection/Graph"],
    ["Analysis/Selection/Memory"],
    ["Analysis/Selection/Solution"],
    ["Analysis/Boxing", "Interpreter"],
    ["Target"],
    ["Transforms"],
    ["Conversion"],
    ["Target/Region", "Target/Artifact", "Target/Kernels"],
    ["Target/Host", "Target/CUDA"],
    ["Pipelines"],
    ["InitAll"],
    ["Driver", "InterpretedRun", "Questions"],
]
LEVELS = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
# Rooms of a folder below lib/, from the lowest level to the highest. Files next to them, which are above all rooms, have the room ".".
# Includes name a header of another room from the folder on.
ROOMS = {
    "Target/CUDA": [
        ["Choice", "Math", "IR"],
        ["Code", "Steps"],
        ["Kernel"],
        ["Plan"],
        ["Hopper"],
        ["Warps"],
        ["Attention"],
        ["Generators"],
        ["."],
    ],
    "Calculus": [["Topology", "Exchange"], ["Plan"], ["Search"], ["Proof"], ["."]],
    "Transforms/Import": [["Check", "Fold", "Raise"], ["."]],
}
# Headers directly below include/sbp/Target and include/sbp that belong to a folder of another name.
HOMES = {"Target/TargetRegistry.h": "Target/Registry", "InitAll.h": "InitAll"}
INCLUDE = re.compile(r'^\s*#\s*include ["<]([^">]+)[">]', re.MULTILINE)
# The runtime's only header of include/sbp, and its own C interface.
SHARED = ("sbp/Runtime/", "sbp_runtime.h")


def find_folder(path):
    """The listed folder that holds `path`, which is relative to lib or include/sbp; None where there is none."""
    if path in HOMES:
        return HOMES[path]
    parts = pathlib.PurePosixPath(path).parts[:-1]
    for size in range(len(parts), 0, -1):
        if "/".join(parts[:size]) in LEVELS:
            return "/".join(parts[:size])
    return None


def find_upward(root, path, text):
    """Yields (line, header, folder) for every include of a layer that `path` may not use."""
    relative = path.relative_to(root)
    base = pathlib.PurePosixPath(*relative.parts[1:]) if relative.parts[0] == "lib" else pathlib.PurePosixPath(*relative.parts[2:])
    own = find_folder(str(base))
    for found in INCLUDE.finditer(text):
        name = found[1]
        if name.startswith("sbp/"):
            target = name[len("sbp/") :]
        elif name.startswith("../"):
            target = os.path.normpath(str(base.parent / name))
        else:
            continue
        folder = find_folder(target)
        if target.startswith("../") or own and folder and folder != own and LEVELS[folder] >= LEVELS[own]:
            yield text.count("\n", 0, found.start()) + 1, name, own


def find_upward_rooms(folder, levels, counts):
    """Yields a message for every include of a room that is not below a file's own, and for every file in a room without a level.

    Adds the number of files of each room to `counts`.
    """
    level = {room: i for i, rooms in enumerate(levels) for room in rooms}
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        relative = path.relative_to(folder)
        own = relative.parts[0] if len(relative.parts) > 1 else "."
        counts[own] += 1
        if own not in level:
            yield f"{relative}: no level of rooms names {own}"
            continue
        text = path.read_text()
        for found in INCLUDE.finditer(text):
            # From the file's own folder, else from the folder of the rooms.
            near = pathlib.Path(os.path.normpath(path.parent / found[1]))
            target = near if near.exists() else folder / found[1]
            parts = target.relative_to(folder).parts if target.is_relative_to(folder) else ()
            room = parts[0] if len(parts) > 1 else "."
            is_named = room in level if len(parts) > 1 else target.exists()
            if parts and is_named and room != own and level[room] >= level[own]:
                line = text.count("\n", 0, found.start()) + 1
                yield f"{relative}:{line}: {own} includes {found[1]}, which is in a room that is not below it"


def main(root):
    bad, counts = 0, collections.Counter()
    for top in ("lib", "include/sbp"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            relative = path.relative_to(root / top)
            counts[find_folder(relative.as_posix())] += 1
            for line, header, own in find_upward(root, path, path.read_text()):
                bad += 1
                print(f"{path.relative_to(root)}:{line}: {own} includes {header}, which is in a layer that is not below it")
    for path in sorted((root / "runtime").rglob("*")):
        if path.suffix not in (".cpp", ".h", ".c"):
            continue
        counts["runtime"] += 1
        for found in INCLUDE.finditer(path.read_text()):
            if found[1].startswith(("llvm/", "mlir/")) or (found[1].startswith("sbp/") and not found[1].startswith(SHARED)):
                bad += 1
                print(f"{path.relative_to(root)}: the runtime includes {found[1]}")
    for folders in [*LAYERS, ["runtime"]]:
        print(", ".join(f"{folder} ({counts[folder]})" for folder in folders))
    for folder, levels in ROOMS.items():
        files = collections.Counter()
        for message in find_upward_rooms(root / "lib" / folder, levels, files):
            bad += 1
            print(f"lib/{folder}/{message}")
        for rooms in levels:
            print(f"{folder}: " + ", ".join(f"{room} ({files[room]})" for room in rooms))
    print(f"{sum(counts.values())} files, {bad} includes upwards")
    return bad != 0 or not counts


sys.exit(main(pathlib.Path(sys.argv[1])))
