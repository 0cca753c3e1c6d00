"""The kinds of attack, in the order of the table.

A kind is a class with
    name      what the command line and the table call it
    runs      how many mutants without --runs
    checked   how many of them scripts/check runs
    __init__(self, folder, bin)   makes what its mutants start from in `folder`, with the programs in `bin`; once per process
    attack(self, case) -> Outcome makes and runs the mutant that `case` (tools.Case) draws; the same draw is the same mutant
"""

from artifact_bytes import ArtifactBytes
from artifacts import CudaResealed, Rehashed, Resealed
from files import Npy, Safetensors, Shards
from flags import Flags
from kills import Kills
from limits import Disk, Files, FileSize, Memory, Threads
from models import CudaModels, ModelStructure, ModelTokens
from topology import Topology

KINDS = {
    kind.name: kind
    for kind in (
        ModelTokens,
        ModelStructure,
        Npy,
        Safetensors,
        Shards,
        Topology,
        Flags,
        Kills,
        ArtifactBytes,
        Rehashed,
        Resealed,
        CudaModels,
        CudaResealed,
        Memory,
        Threads,
        Files,
        FileSize,
        Disk,
    )
}
