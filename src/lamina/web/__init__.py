"""The page: see the memory and the night's work, and decide. A face over ``Memory``."""
