"""Where things are in the source tree."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
INPUTS = ROOT / "test" / "Integration" / "Inputs"
