"""Do one thing to many items in forked processes; the results come in order, or not at all."""

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Generic, TypeVar

from memcli.errors import MemcliError

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

# More processes than this are limited by the disk and cost memory.
_PROCESSES_MAX = 8
# Small enough that all processes end at about the same time, large enough to cost nothing.
_CHUNKS_PER_PROCESS = 8
# A chunk's results come as their length in so many bytes, and the pickled list.
_LENGTH_BYTES = 8
# In place of a list: the chunk raised an error, which the parent is to meet itself.
_RAISED = b""


class ProcessDiedError(MemcliError):
    """A forked process ended before its results were complete."""

    default_code = "process_died"


def available_processes() -> int:
    """Return how many processes are worth their cost here; 1 where forking is not safe."""
    threading = sys.modules.get("threading")
    if not hasattr(os, "fork") or (threading is not None and threading.active_count() > 1):
        return 1
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), _PROCESSES_MAX)
    return min(os.cpu_count() or 1, _PROCESSES_MAX)


def in_processes(
    work: Callable[[_Item], _Result], items: Sequence[_Item], *, processes: int
) -> Iterator[_Result]:
    """Yield ``work(item)`` for each of ``items``, in order.

    Results must be picklable. What ``work`` raises is raised here. Raises ProcessDiedError if a
    process ends otherwise. Closing the iterator ends all processes.
    """
    size = max(1, -(-len(items) // (processes * _CHUNKS_PER_PROCESS)))
    chunks = [items[at : at + size] for at in range(0, len(items), size)]
    children: list[_Child[_Item, _Result]] = []
    try:
        for number in range(processes):
            children.append(_Child(work, chunks[number::processes], children))
        for number, chunk in enumerate(chunks):
            results = children[number % processes].results()
            yield from map(work, chunk) if results is None else results
    finally:
        for child in children:
            child.end()


class _Child(Generic[_Item, _Result]):
    """A forked process that works on its chunks, one after the other, and the pipe from it."""

    def __init__(
        self,
        work: Callable[[_Item], _Result],
        chunks: Sequence[Sequence[_Item]],
        elder: "Sequence[_Child[_Item, _Result]]",
    ) -> None:
        reading, writing = os.pipe()
        self._process = os.fork()
        if not self._process:
            try:
                for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    # What the parent was started to ignore does not end its children either.
                    if signal.getsignal(ending) is not signal.SIG_IGN:
                        signal.signal(ending, signal.SIG_DFL)
                # Were a read end open here, a write after the parent's death would never fail.
                for each in (reading, *(child.reading.fileno() for child in elder)):
                    os.close(each)
                _serve(work, chunks, writing)
            finally:
                # Not a way back into the parent's stack, its handlers or its buffers.
                os._exit(0)
        os.close(writing)
        self.reading: BinaryIO = os.fdopen(reading, "rb")

    def results(self) -> list[_Result] | None:
        """Return the results of the next chunk; None if it raised an error."""
        length = int.from_bytes(self._read(_LENGTH_BYTES), "big")
        if not length:
            return None
        import pickle  # what is small is judged without processes

        results: list[_Result] = pickle.loads(self._read(length))  # noqa: S301  (our own pipe)
        return results

    def end(self) -> None:
        """End the process, whatever it is doing, and wait for it."""
        self.reading.close()
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)

    def _read(self, length: int) -> bytes:
        read = self.reading.read(length)
        if len(read) < length:
            raise ProcessDiedError(
                "nothing was judged",
                "a process that read and scanned files ended before it was done",
                hint="run the command again; the system ends processes when memory is short",
            )
        return read


def _serve(
    work: Callable[[_Item], _Result], chunks: Sequence[Sequence[_Item]], writing: int
) -> None:
    import pickle

    with os.fdopen(writing, "wb") as pipe:
        for chunk in chunks:
            try:
                results = pickle.dumps([work(item) for item in chunk], pickle.HIGHEST_PROTOCOL)
            except Exception:  # noqa: BLE001  (the parent meets it again, in its own stack)
                results = _RAISED
            pipe.write(len(results).to_bytes(_LENGTH_BYTES, "big") + results)
            pipe.flush()
