"""`python -m models.training.render`: write training pictures, or a contact sheet to look at."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from models.training.art.designs import KINDS
from models.training.render.dataset import Order, sheet, write
from models.training.render.project_art import ProjectArt
from models.training.render.stage import LEANING


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training.render", description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the shards")
    parser.add_argument("--sheet", type=Path, help="write one contact sheet (PNG) instead")
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--long-side", type=int, help="of every frame; sampled from 640 to 1280 otherwise")
    parser.add_argument("--held-out", action="store_true", help="use the icons and fonts kept out of training")
    parser.add_argument("--surfaces", type=Path, help="folder of photographed surfaces for tables and prints")
    parser.add_argument("--kind", choices=KINDS, help="of all dice; mixed otherwise")
    parser.add_argument("--leaning", type=float, default=LEANING, help="share of dice that lean on something")
    parser.add_argument("--dice", type=int, help="in each picture; as they come otherwise")
    parser.add_argument("--plain", action="store_true", help="no labels on the sheet")
    asked = parser.parse_args()
    if (asked.out is None) == (asked.sheet is None):
        parser.error("name either --out DIR or --sheet FILE")
    art = ProjectArt(asked.held_out, asked.surfaces)
    out = asked.out or Path()
    order = Order(out, asked.count, asked.seed, art, asked.long_side, asked.kind, asked.leaning, asked.dice)
    if asked.sheet is not None:
        cv2.imwrite(str(asked.sheet), sheet(order, labels=not asked.plain))
    else:
        print(f"{write(order, asked.jobs)} pictures written to {asked.out}")


if __name__ == "__main__":
    main()
