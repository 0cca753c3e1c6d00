"""Builds the wheel as pip does and unpacks it:  install_wheel.py BACKEND-FOLDER TARGET   (SBP_BUILD_DIR names the build)

Checks what pip relies on: each file is in RECORD with its digest, programs may be executed, and two builds give the same bytes.
"""

import base64
import hashlib
import pathlib
import sys
import zipfile


def main(backend_folder, target):
    sys.path.insert(0, backend_folder)
    import wheel_backend

    target = pathlib.Path(target)
    target.mkdir(parents=True)
    name = wheel_backend.build_wheel(str(target))
    assert name == f"sbp_mlir-{wheel_backend.read_version()}-py3-none-linux_x86_64.whl", name
    wheel = zipfile.ZipFile(target / name)
    info = next(each for each in wheel.namelist() if each.endswith(".dist-info/RECORD"))
    records = dict(line.rsplit(",", 2)[:2] for line in wheel.read(info).decode().splitlines())
    assert sorted(records) == sorted(wheel.namelist())
    for entry in wheel.infolist():
        data = wheel.read(entry)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert records[entry.filename] in ("", f"sha256={digest}"), entry.filename
        path = target / entry.filename
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(entry.external_attr >> 16 & 0o777)
    print(wheel.read(info.replace("RECORD", "METADATA")).decode(), end="")
    print(wheel.read(info.replace("RECORD", "entry_points.txt")).decode(), end="")
    (target / name).unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
