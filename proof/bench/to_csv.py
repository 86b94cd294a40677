#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Turn `sutura bench --json` into the form of the files in proof/bench/results/.

    sutura bench --json | proof/bench/to_csv.py > proof/bench/results/MACHINE.csv

One line per row and figure: name,n,key,value. Figures that do not apply are left out.
"""
import csv
import json
import sys


def main():
    try:
        rows = json.load(sys.stdin)
    except ValueError as error:
        sys.exit(f"to_csv.py: not JSON: {error}")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["name", "n", "key", "value"])
    for row in rows:
        for key, value in row.items():
            if isinstance(value, (int, float)) and key != "n":
                out.writerow([row["name"], row["n"], key, f"{value:.5g}"])
        if row.get("peer") is not None:
            out.writerow([row["name"], row["n"], "peer", row["peer"]])


if __name__ == "__main__":
    main()
