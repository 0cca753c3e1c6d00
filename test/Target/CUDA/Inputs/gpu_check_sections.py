"""The sections of scripts/gpu-check against the folders of the generators:  gpu_check_sections.py FOLDER"""

import sys
from pathlib import Path

from gpu_case import load_generators, snake


def main(folder):
    folders = {snake(each.name) for each in Path(folder).iterdir() if each.is_dir()}
    modules = load_generators()
    for name in sorted(folders - set(modules)):
        sys.exit(f"scripts/gpu_generators lacks {name}: a module with PRIORITY, CHIP and list_cases")
    for name in sorted(set(modules) - folders):
        sys.exit(f"scripts/gpu_generators has {name}, which is no generator")
    for name, module in modules.items():
        for is_full in (True, False):
            cases = list(module.list_cases(is_full))
            assert any(not case.is_timed for case in cases), name
            assert len({case.name for case in cases}) == len(cases), name
        cases = list(module.list_cases(True))
        print(f"{name}: {len(cases)} cases, {sum(case.is_timed for case in cases)} timed")
    print("every generator has a section")


main(*sys.argv[1:])
