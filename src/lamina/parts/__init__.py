"""What a memory is made of, each part opened when first used: a class a floor, on the one below.

ground (workspace, writer, stores), layers, recall, sessions, nights (dreaming), care (upkeep).
"""

from __future__ import annotations

from lamina.parts.care import CareParts as Parts

__all__ = ["Parts"]
