"""``python -m lamina``."""

from lamina.cli.start import run

if __name__ == "__main__":
    run()
