"""Work in processes of its own, with limits of time and memory: what strangers send is read there, and plots are drawn.

`worker` runs a script in a process and waits for its answer; `resource_limits` is what such a process begins with. The
scripts are `read_export`, `read_import` and `read_homebrew`, and that of the plots. `warm_process` keeps a process
for the next message: that of the maps, and that of `executor` for what takes the rules long, whose script is
`long_work`. The bot itself imports `worker`, `warm_process` and `executor` alone.
"""

from bot.chat.workers.warm_process import WarmProcess
from bot.chat.workers.worker import Limits, Worker, WorkerFailed

__all__ = ["Limits", "WarmProcess", "Worker", "WorkerFailed"]
