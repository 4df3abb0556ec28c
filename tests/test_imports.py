"""Dependencies point one way: companion → vision → calibration, companion → hardware; the rules import themselves."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("calibration", "companion", "hardware", "models", "vision")
MAY_IMPORT = {
    "calibration": {"calibration", "models"},
    "companion": {*ROOMS, "companion.rules"},
    "companion.rules": {"companion.rules"},
    "hardware": {"hardware"},
    "models": {"models", "vision", "calibration"},
    "vision": {"vision", "calibration", "models"},
}
IMPURE = {
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
    "time",
    "datetime",
    "threading",
}
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def room_of(name: str) -> str:
    return "companion.rules" if f"{name}.".startswith("companion.rules.") else name.partition(".")[0]


def imports(path: Path) -> set[str]:
    """Every module a file imports, relative imports resolved."""
    package = path.parent.relative_to(ROOT).parts
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = ".".join(package[: len(package) - node.level + 1]) + "." if node.level else ""
            found.add(f"{start}{node.module or ''}".rstrip("."))
            found.update(f"{start}{node.module or ''}.{alias.name}" for alias in node.names if node.module in ROOMS)
    return found


@pytest.mark.parametrize("path", FILES, ids=[module(path) for path in FILES])
def test_imports_point_the_right_way(path: Path) -> None:
    room = room_of(module(path))
    for name in imports(path):
        if name.partition(".")[0] in ROOMS and name not in ROOMS:
            assert room_of(name) in MAY_IMPORT[room], f"{module(path)} must not import {name}"


@pytest.mark.parametrize("path", FILES, ids=[module(path) for path in FILES])
def test_only_the_app_imports_kivy(path: Path) -> None:
    if not module(path).startswith("companion.app"):
        assert not any(name.partition(".")[0] == "kivy" for name in imports(path))


@pytest.mark.parametrize("path", [path for path in FILES if room_of(module(path)) == "companion.rules"], ids=module)
def test_the_rules_are_pure_python_without_files_clock_or_chance(path: Path) -> None:
    for name in imports(path):
        top = name.partition(".")[0]
        assert top == "companion" or top in sys.stdlib_module_names, f"{module(path)} imports {name}"
        assert top not in IMPURE, f"{module(path)} imports {name}"
    calls = [
        n.func.id
        for n in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    ]
    assert not {"open", "print", "input", "eval", "exec"} & set(calls)


def test_the_check_itself_sees_a_wrong_import(tmp_path: Path) -> None:
    wrong = ROOT / "vision" / "kits.py"
    assert room_of("companion.games") not in MAY_IMPORT[room_of(module(wrong))]
    assert "models" not in MAY_IMPORT["companion.rules"]
    assert room_of("companion.rules") == room_of("companion.rules.dice") == "companion.rules"
    assert room_of("companion.rulesets") == "companion"
