"""Labels of strangers (`teach --labels`): faces of the kit are learnt, everything else is refused with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.hostile.attack import ODD_JSON, altered, damaged, tries
from vision.teaching import Lesson

Command = Callable[..., int]
BENCH = Path(str(files("models") / "bench"))
LABELS = [
    {"image": "a.jpg", "dice": [{"face": "5", "body": "any", "box": [10, 20, 900, 700]},
        {"face": "2", "box": [0, 0, 9, 9]}]},
    {"image": "none.jpg", "dice": [{"face": "1", "box": [1, 2, 3, 4]}]},
]  # fmt: skip
WHOLE = json.dumps(LABELS, indent=1)


@tries(25)
@given(
    st.one_of(altered(WHOLE, ODD_JSON).map(lambda text: text.encode(errors="surrogatepass")), damaged(WHOLE.encode()))
)
def test_altered_labels_are_learnt_from_or_refused(
    tmp_path: Path, data: Path, command: Command, content: bytes
) -> None:
    (tmp_path / "a.jpg").write_bytes((BENCH / "2.jpg").read_bytes())
    path = tmp_path / "labels.json"
    path.write_bytes(content)
    assert command("teach", "--kit", "pips", "--labels", str(path), sentences=9) in (0, 1, 2)
    lesson = data / "lessons" / "pips.npz"
    if lesson.exists():
        kept = Lesson.from_bytes(lesson.read_bytes())
        assert set(kept.faces) <= set("123456")
        assert set(kept.bodies) <= {"", "any"}
        lesson.unlink()
