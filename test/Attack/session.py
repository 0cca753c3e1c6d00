"""The C interface in forked children: thousands of artifacts without a program start each, and a crash is one child's."""

import ctypes
import os
import pickle
import resource
import select
import signal

import numpy as np

from tools import LIMIT_SECONDS, get_cpu_seconds

DTYPES = [np.float64, np.float32, np.float16, np.uint16, np.int64, np.int32, np.int8, np.bool_]


class _Options(ctypes.Structure):
    _fields_ = [("workers", ctypes.c_uint32), ("watchdog", ctypes.c_double)]


class _Port(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("dtype", ctypes.c_int),
        ("rank", ctypes.c_uint32),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("is_state", ctypes.c_uint32),
    ]


class Library:
    """The functions of sbp_runtime.h; may be pickled, since it is found again by its path."""

    def __init__(self, build):
        self.build = build
        self.library = ctypes.CDLL(os.path.join(build, "lib", "libsbp_runtime.so"))
        self.library.sbp_session_message.restype = ctypes.c_char_p

    def __reduce__(self):
        return Library, (self.build,)

    def __getattr__(self, name):
        return getattr(self.__dict__["library"], name)


def load(build):
    return Library(build)


class Refused(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Session:
    def __init__(self, library, path, workers=1):
        self.library, self.handle = library, ctypes.c_void_p()
        options = _Options(workers, 4.0)
        self.check(library.sbp_session_create(path.encode(), ctypes.byref(options), ctypes.byref(self.handle)))

    def check(self, status):
        if status:
            raise Refused(status, self.library.sbp_session_message(self.handle).decode(errors="replace"))

    def ports(self, kind):
        count = getattr(self.library, f"sbp_session_{kind}_count")(self.handle, 0)
        result = []
        for index in range(count):
            port = _Port()
            self.check(getattr(self.library, f"sbp_session_{kind}")(self.handle, 0, index, ctypes.byref(port)))
            result.append((port.name.decode(errors="replace"), DTYPES[port.dtype], tuple(port.shape[: port.rank]), port.is_state))
        return result

    def feed(self, name, array):
        self.check(
            self.library.sbp_session_set_input(
                self.handle, 0, name.encode(), array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes)
            )
        )

    def step(self):
        self.check(self.library.sbp_session_step(self.handle, 0))

    def fetch(self, name, array, state=False):
        get = self.library.sbp_session_get_state
        arguments = [name.encode(), array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes)]
        if state:
            self.check(get(self.handle, *arguments))
        else:
            self.check(self.library.sbp_session_get_output(self.handle, 0, *arguments))
        return array

    def close(self):
        self.library.sbp_session_destroy(self.handle)


def run(library, path, inputs, outputs, states, steps=2):
    """Bits of all outputs and states, each by name, after some steps."""
    session = Session(library, path)
    for name, array in inputs.items():
        session.feed(name, array)
    for _ in range(steps):
        session.step()
    found = [session.fetch(n, np.zeros(s, d)).tobytes() for n, (d, s) in outputs.items()]
    found += [session.fetch(n, np.zeros(s, d), state=True).tobytes() for n, (d, s) in states.items()]
    session.close()
    return found


def in_child(make):
    """What `make` returns, made in a child: the runtime's threads do not survive the fork of whoever used it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(make(), pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        made = pickle.load(pipe)
    os.waitpid(child, 0)
    return made


def in_children(count, judge, limit=LIMIT_SECONDS):
    """judge(i) -> text for i in range(count), each in a forked child; what a child does not answer is 'signal N' or 'hang': more
    than `limit` seconds of processor time for one of them, or six times that of waiting."""
    outcomes = []
    while len(outcomes) < count:
        outcomes += _one_child(len(outcomes), count, judge, limit)
    return outcomes


def _one_child(first, count, judge, limit):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 2)
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for index in range(first, count):
            os.write(writer, (judge(index).replace("\n", " ") + "\n").encode(errors="replace"))
        os._exit(0)
    os.close(writer)
    text, hung = b"", False
    used, waited = 0.0, 0
    while True:
        ready, _, _ = select.select([reader], [], [], limit)
        waited = 0 if ready else waited + 1
        if not ready and get_cpu_seconds(child) - used < limit and waited < 6:
            continue  # a busy machine does not make a hang
        used = get_cpu_seconds(child)
        if not ready:
            hung = True
            os.kill(child, signal.SIGKILL)
        data = os.read(reader, 1 << 16)
        if not data:
            break
        text += data
    os.close(reader)
    _, status = os.waitpid(child, 0)
    outcomes = text.decode().split("\n")[:-1]
    if len(outcomes) < count - first:
        outcomes.append("hang" if hung else f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}")
    return outcomes
