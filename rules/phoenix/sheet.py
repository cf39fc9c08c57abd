"""Sheet lines of Phoenix Command: who is meant by one (1.2 to 1.5), and with what he comes."""

from __future__ import annotations

from rules.phoenix.states import state_terms as state_terms
from rules.phoenix.states import with_state as with_state
