"""Reads a folder of results with pandas: python3 read.py results/windows"""

import sys
from pathlib import Path

import pandas as pd

folder = Path(sys.argv[1])
dictionary = pd.read_csv(folder / "dictionary.csv")
runs = pd.read_csv(folder / "runs.csv")

# What a column means.
meaning = dictionary.query("table == 'runs.csv' and column == 'defaultRate'")["description"].iloc[0]
print(f"defaultRate: {meaning}")

# The mean over the runs of each condition.
finished = runs[runs["status"] == "finished"]
for condition, rows in finished.groupby("condition"):
    print(f"condition {condition}: {len(rows)} runs, mean {rows['defaultRate'].mean():.6f}")

# Entries by status. With pyarrow, pd.read_parquet(folder / "entries") reads the data set, and needs no entries.csv.
if (folder / "entries.csv").exists():
    entries = pd.read_csv(folder / "entries.csv")
    for status, count in entries["status"].value_counts().sort_index().items():
        print(f"{status}: {count}")
