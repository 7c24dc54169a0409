#!/usr/bin/env python3
"""Draws docs/images/scale.svg from docs/scale.csv, which `./x bench ranks` has written.

    HEDDLE_RANKS_LONG=1 HEDDLE_RANKS_CSV=docs/scale.csv ./x bench ranks && docs/scale.py
"""

import csv
import math
import pathlib

FOLDER = pathlib.Path(__file__).parent
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 420, 52, 190, 30, 44
COLOURS = ["#0b5cad", "#a85b00", "#17713a", "#6b3fb5", "#b42318", "#0a7f8c", "#875a00", "#5c646e", "#b0307c", "#3f7f1f", "#44546a"]


def curves():
    """By program: the points (ranks, efficiency) of executions of 20 µs, as the protocol is now; and how many executions."""
    found, executions = {}, {}
    with open(FOLDER / "scale.csv", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["rules"] == "now" and float(row["microseconds"]) == 20:
                found.setdefault(row["program"], []).append((int(row["ranks"]), float(row["efficiency"])))
                executions[row["program"]] = int(row["executions"])
    return sorted(((name, points, executions[name]) for name, points in found.items()), key=lambda one: -one[2])


def x(ranks):
    return LEFT + math.log10(ranks) / 4 * (WIDTH - LEFT - RIGHT)


def y(efficiency):
    return HEIGHT - BOTTOM - efficiency * (HEIGHT - TOP - BOTTOM)


def draw():
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
             f'<text x="{LEFT}" y="18" fill="#1c2024">Share of the time in which ranks explore (executions of 20 µs)</text>']
    for percent in range(0, 101, 20):
        line = y(percent / 100)
        parts.append(f'<path d="M{LEFT} {line:.1f}H{WIDTH - RIGHT}" stroke="{"#5c646e" if percent == 80 else "#dcdfe4"}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{line + 4:.1f}" text-anchor="end" fill="#5c646e">{percent} %</text>')
    for ranks in (1, 10, 100, 1000, 10000):
        parts.append(f'<path d="M{x(ranks):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#eceef1"/>')
        parts.append(f'<text x="{x(ranks):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#5c646e">{ranks:,}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle" fill="#5c646e">ranks</text>')
    for number, (name, points, executions) in enumerate(curves()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{x(ranks):.1f},{y(efficiency):.1f}" for ranks, efficiency in sorted(points))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        line = TOP + 14 + 30 * number
        parts.append(f'<path d="M{WIDTH - RIGHT + 12} {line - 4}h18" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 36}" y="{line}" fill="#1c2024">{name}</text>')
        parts.append(f'<text x="{WIDTH - RIGHT + 36}" y="{line + 13}" fill="#5c646e" font-size="10">{executions:,} executions</text>')
    return "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    (FOLDER / "images" / "scale.svg").write_text(draw(), encoding="utf-8")
