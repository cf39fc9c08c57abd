"""Work in processes of its own, with limits of time and memory: what strangers send is read there, and plots are drawn.

`worker` runs a script in a process and waits for its answer; `limited` is what such a process begins with. The scripts
are `reading_exports` and `reading_homebrew`, and that of the plots. `executor` keeps a process for what takes the rules
long; its script is `long_work`. The bot itself imports `worker` and `executor` alone.
"""

from bot.chat.workers.worker import Limits, Worker, WorkerFailed

__all__ = ["Limits", "Worker", "WorkerFailed"]
