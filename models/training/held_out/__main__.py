"""`python -m models.training.held_out --out DIR --kit KIT --count N --seed S`: held-out pictures of a kit.

With `--teach`, N editions instead, each with its shots and scenes. `--sheet FILE` draws what is there.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2

from models.training.held_out.assets import Assets
from models.training.held_out.editions import KITS
from models.training.held_out.write import sheet, write_lesson, write_throws


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.held_out", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder of the pictures")
    parser.add_argument("--kit", choices=KITS, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--assets", type=Path, help="icons and fonts; as a rule the folder `assets` beside `out`")
    parser.add_argument("--teach", action="store_true", help="editions to be taught, each in a folder of its own")
    parser.add_argument("--sheet", type=Path, metavar="PNG", help="only draw a contact sheet of what is there")
    parser.add_argument("--plain", action="store_true", help="a sheet without labels drawn in")
    args = parser.parse_args()
    if args.sheet:
        cv2.imwrite(str(args.sheet), sheet(args.out, args.count, marked=not args.plain))
        return
    cv2.setNumThreads(1)
    assets = Assets(args.assets or args.out.parent / "assets")
    start = time.monotonic()
    if args.teach:
        made = sum(
            write_lesson(args.out / f"edition-{number:02d}", args.kit, number, args.seed, assets)
            for number in range(args.count)
        )
    else:
        made = write_throws(args.out, args.kit, args.count, args.seed, assets)
    spent = time.monotonic() - start
    print(f"{made} pictures in {spent:.0f} s, {spent / max(made, 1):.1f} s each")


if __name__ == "__main__":
    main()
