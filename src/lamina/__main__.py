"""``python -m lamina``."""

from lamina.cli.main import run

if __name__ == "__main__":
    run()
