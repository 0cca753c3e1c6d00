import os
import shutil
import subprocess

import lit.formats
import lit.util

config.name = "SBP-MLIR"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.sbp_build_dir, "test")

tools = os.path.join(config.sbp_build_dir, "bin")
config.environment["PATH"] = os.pathsep.join([tools, config.llvm_tools_dir, config.environment["PATH"]])
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%examples", os.path.join(config.sbp_source_dir, "examples")))
config.substitutions.append(("%source", config.sbp_source_dir))
config.substitutions.append(("%build", config.sbp_build_dir))
# Numbers in error messages and reports must not depend on the locale of whoever runs the tests.
config.environment["LC_ALL"] = "C"
# Scripts of tests import sbp_testing, the package sbp, modules of scripts/, and examples.
config.environment["PYTHONPATH"] = os.pathsep.join(os.path.join(config.sbp_source_dir, part) for part in ("test", "python", "scripts", ""))
for name in ["ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "SBP_SEEDS", "SBP_FULL", "SBP_PLANS_SEED", "SBP_KERNEL_COUNTS", "HOME"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]
# Tests that take seconds with one seed require long_tests, which scripts/check --quick does not set.
if os.environ.get("SBP_QUICK") != "1":
    config.available_features.add("long_tests")
if config.sbp_sanitize:
    config.available_features.add("sanitized")
    config.environment["SBP_SANITIZED"] = config.sbp_sanitize
    # Only the runtime has threads, and only it is built with this sanitizer: tests of the compiler alone are unsupported.
    if config.sbp_sanitize == "thread":
        config.available_features.add("threads_only")
# Tests on real weights need the file that scripts/demo downloads.
weights = os.path.join(config.sbp_build_dir, "demo", "minilm", "model.safetensors")
if os.path.exists(weights):
    config.available_features.add("minilm-weights")
    config.substitutions.append(("%minilm_weights", weights))
# Tests of an exporter need a Python with its wheels: SBP_TORCH_PYTHON or SBP_JAX_PYTHON, else the Python of the other tests.
for feature, packages in [("torch", ["torch", "torch_mlir"]), ("jax", ["jax", "jaxlib"])]:
    variable = f"SBP_{feature.upper()}_PYTHON"
    interpreter = os.environ.get(variable, config.python)
    probe = f"import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, {packages})))"
    if shutil.which(interpreter) and subprocess.run([interpreter, "-c", probe], capture_output=True).returncode == 0:
        config.available_features.add(feature + "-exporter")
        config.substitutions.append((f"%{feature}_python", interpreter))
    elif variable in os.environ:
        lit_config.fatal(f"{variable}={interpreter}: no Python with {' and '.join(packages)}")
probe = "import importlib.util, sys; sys.exit(importlib.util.find_spec('transformers') is None)"
interpreter = os.environ.get("SBP_TORCH_PYTHON", config.python)
if shutil.which(interpreter) and subprocess.run([interpreter, "-c", probe], capture_output=True).returncode == 0:
    config.available_features.add("transformers")
# The thread sanitizer's build lacks this program.
if os.path.exists(os.path.join(tools, "test", "sbp-c-interface")):
    config.available_features.add("c-interface")
if os.path.exists(os.path.join(tools, "test", "sbp-mutated-texts")):
    config.available_features.add("mutated-texts")
# ptxas checks the kernels of the cuda target where a CUDA toolkit is installed.
ptxas = shutil.which("ptxas") or shutil.which("ptxas", path=os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin"))
# Tests use a cache of their own, and call ptxas only where they set SBP_PTXAS.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.sbp_build_dir, "test", "cache")
config.environment["SBP_PTXAS"] = ""
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
# Tests of the HTML report need a browser.
if shutil.which("chromium"):
    config.available_features.add("chromium")
# Spin proves the runtime's protocol and needs a C compiler. One build is enough, since the model does not depend on it.
if all(map(shutil.which, ["spin", "cc", "cpp"])) and not config.sbp_sanitize:
    config.available_features.add("spin")
# Tests of several processes need a runner that was built with MPI, and a launcher.
if shutil.which("mpirun") and os.path.exists(os.path.join(config.sbp_build_dir, "lib", "sbp-mpi.so")):
    config.available_features.add("mpi")
# Tests of MPICH need its headers; tests of Slurm start a cluster of one node.
if os.path.exists(os.path.join(os.environ.get("SBP_MPICH_ROOT", "/usr"), "include", "x86_64-linux-gnu", "mpich", "mpi.h")):
    config.available_features.add("mpich")
    config.environment["SBP_MPICH_ROOT"] = os.environ.get("SBP_MPICH_ROOT", "/usr")
if all(shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") for program in ("srun", "munged", "slurmctld", "slurmd")):
    config.available_features.add("slurm")
if os.geteuid() == 0:
    config.available_features.add("root")
    # Tests of several hosts use network namespaces, which need permission.
    if shutil.which("ip") and subprocess.run(["unshare", "-n", "-u", "-m", "true"], capture_output=True).returncode == 0:
        config.available_features.add("namespaces")
