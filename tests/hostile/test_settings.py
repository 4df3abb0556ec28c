"""Settings of strangers: what makes no sense is as usual, what does can be kept again, and no port writes a file."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from companion.calls import HouseRules
from companion.rules.text import is_written
from companion.settings import Person, Settings, load_settings, save_settings
from tests.hostile.attack import ODD_JSON, altered, damaged, promptly, tries

SETTINGS = Settings(
    "de", "dark", 1.2, "2", "table", "/dev/ttyUSB0", speech=True, house=HouseRules(),
    people=(Person("Iva", 5), Person("Jörg", 2)), last={"zwerge": ("Iva", "Jörg")},
)  # fmt: skip
WHOLE = json.dumps(asdict(SETTINGS), ensure_ascii=False, indent=1)


@tries(200)
@given(
    st.one_of(altered(WHOLE, ODD_JSON).map(lambda text: text.encode(errors="surrogatepass")), damaged(WHOLE.encode()))
)
def test_altered_settings_make_sense_and_can_be_kept(data: Path, content: bytes) -> None:
    path = data / "settings.json"
    path.write_bytes(content)
    with promptly():
        read = load_settings(path)
        names = [person.name for person in read.people] + [name for names in read.last.values() for name in names]
        assert all(is_written(name) and len(name) <= 24 for name in names)
        assert all(len(names) <= 7 for names in read.last.values())
        assert "spy:" not in read.buzzer
        assert all(map(is_written, (read.camera, read.profile, read.buzzer)))
        assert save_settings(read, path)
        assert load_settings(path) == replace(read)
