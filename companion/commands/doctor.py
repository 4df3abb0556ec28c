"""`wuerfelauge doctor`: is everything there that a game needs, and what to do where it is not."""

from __future__ import annotations

import argparse
import json
import textwrap

from companion.checkup import Finding, checkup
from companion.commands.arguments import Subparsers
from companion.i18n import in_words
from companion.rules.text import Text, count, say

MARKS = {"good": "✓", "lacking": "○", "broken": "✗"}
WIDTH = 100


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("doctor", help="check camera, models, display, buzzer and data folder")
    parser.add_argument("--camera", default="0", help="number or address of the camera to try")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    findings = []
    for finding in checkup(args.camera):
        findings.append(finding)
        if not args.json:
            print(_lines(finding, args.lang), flush=True)
    broken = sum(finding.health == "broken" for finding in findings)
    if args.json:
        print(json.dumps([_data(finding, args.lang) for finding in findings], ensure_ascii=False, indent=1))
    else:
        print(f"\n{in_words(_verdict(findings, broken), args.lang)}")
    return 1 if broken else 0


def _verdict(findings: list[Finding], broken: int) -> Text:
    if broken:
        return say("Not ready: {faults}.", faults=count(broken, "{n} part is broken", "{n} parts are broken"))
    lacking = sum(finding.health == "lacking" for finding in findings)
    if lacking:
        return say("Ready to play; {n} more would be possible.", n=lacking)
    return say("Everything is there.")


def _lines(finding: Finding, language: str) -> str:
    head = f"{MARKS[finding.health]} {in_words(finding.part, language):<14} "
    indent = " " * len(head)
    lines = textwrap.wrap(in_words(finding.text, language), WIDTH, initial_indent=head, subsequent_indent=indent)
    if finding.remedy is not None:
        words = in_words(finding.remedy, language)
        lines += textwrap.wrap(words, WIDTH, initial_indent=f"{indent}→ ", subsequent_indent=f"{indent}  ")
    return "\n".join(lines)


def _data(finding: Finding, language: str) -> dict[str, object]:
    data: dict[str, object] = {
        "part": str(finding.part),
        "health": finding.health,
        "text": in_words(finding.text, language),
    }
    if finding.remedy is not None:
        data["remedy"] = in_words(finding.remedy, language)
    return data
