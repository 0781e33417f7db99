"""Grades, shares, ladders, and a scheme with the values that an event sets. See standings.py."""

import pathlib
import tomllib
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


# ---------------------------------------------------------------- grades, shares, ladders


def height(grade):
    """Ungraded 0, 25级 1 … 1级 25, 1段 26 … 8段 33."""
    if grade in (None, "", "无级", "ungraded"):
        return 0
    number = int(grade[:-1])
    return 26 - number if grade.endswith("级") else 25 + number


def grade_of(rank):
    if rank == 0:
        return None
    return f"{26 - rank}级" if rank <= 25 else f"{rank - 25}段"


def span(text):
    """A run of grades as (lowest, highest)."""
    if text == "any":
        return 0, 33
    low, _, high = text.partition("..")
    return height(low), height(high or low)


def share(text):
    text = str(text).strip()
    if text.endswith("%"):
        whole, _, part = text[:-1].partition(".")
        return Fraction(int(whole) * 100 + int((part + "00")[:2]), 10000)
    top, _, bottom = text.partition("/")
    return Fraction(int(top), int(bottom or 1))


def rounded(value, how):
    if how == "floor":
        return value.numerator // value.denominator
    if how == "ceiling":
        return -(-value.numerator // value.denominator)
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def rungs_of(items):
    rungs = set()
    for item in items:
        low, high = span(item)
        rungs.update(range(low, high + 1))
    return sorted(rungs)


def read_toml(path):
    with open(path, "rb") as file:
        return tomllib.load(file)


LADDERS = {ladder["id"]: rungs_of(ladder["rungs"]) for ladder in read_toml(ROOT / "data/ladders.toml")["ladder"]}
TABLES = {table["id"]: table for table in read_toml(ROOT / "schemes/levels.toml")["table"]}
FILES = {}


def scheme_file(name, beside):
    """The scheme of an id, or the one that lies beside the event."""
    if beside.exists():
        return read_toml(beside)
    if name not in FILES:
        built_in = ROOT / "schemes" / f"{name}.toml"
        FILES[name] = read_toml(built_in if built_in.exists() else ROOT / "tests/oracle/schemes" / f"{name}.toml")
    return FILES[name]


# ---------------------------------------------------------------- the scheme with the values of an event


class Scheme:
    def __init__(self, raw, settings):
        self.raw = raw
        self.values = {p["id"]: settings.get(p["id"], p["default"]) for p in raw.get("parameter", [])}
        self.settings = settings
        table = raw.get("standings", {})
        self.win = int(self.value(table.get("win", 2)))
        self.draw = int(self.value(table.get("draw", self.win // 2)))
        self.bye = int(self.open(table, "bye", self.win))
        self.bye_opponent = self.open(table, "bye_opponent", "nobody")
        self.forfeit_opponent = self.open(table, "forfeit_opponent", "counts")
        self.missed_round = self.open(table, "missed_round", "nothing")
        if "order" in table:
            self.order = table["order"][1:]
        else:
            order = settings.get("order", "opponents, beaten, cumulative, direct")
            self.order = [name.strip() for name in order.split(",")]
        self.ties = self.open(table, "ties", "lot")
        quota = raw.get("quota", {})
        self.base = self.open(quota, "base", "started")
        self.rounding = self.open(quota, "rounding", "half-up")
        self.guests = self.open(quota, "guests_take_places", "false") == "true"
        limits = raw.get("limits", {})
        self.max_rungs = int(self.value(limits["max_rungs"])) if "max_rungs" in limits else None
        self.limits = limits
        absence = raw.get("absence", {})
        self.in_a_row = int(self.value(absence["in_a_row"])) if "in_a_row" in absence else None
        self.forfeits_award = bool(absence.get("forfeits_award", False))
        self.rungs = LADDERS[raw["ladder"]] if "ladder" in raw else rungs_of(raw["rungs"])

    def value(self, given):
        """What is written, or the value of the parameter that it names."""
        if isinstance(given, str) and given.startswith("$"):
            return self.values[given[1:]]
        return given

    def open(self, table, key, default):
        """A key that is an open parameter where the file does not have it."""
        given = self.value(table[key]) if key in table else self.settings.get(key, default)
        return str(given).lower() if isinstance(given, bool) else str(given)

    def group(self, wanted):
        for group in self.raw["group"]:
            ids = group["id"] if isinstance(group["id"], list) else [group["id"]]
            if wanted in ids:
                return group
        return None

    def ceiling(self, level, agency):
        name = self.value(self.limits.get("table", "go"))
        table = TABLES.get(name, {})
        found = []
        for kind, which in (("event", level), ("agency", level_of_agency(agency))):
            if which is None:
                continue
            grade = self.limits.get(kind, {}).get(which, table.get(kind, {}).get(which))
            if grade is not None:
                found.append(height(self.value(grade)))
        return min(found) if found else None

    def above(self, held, steps):
        """The rung so many above the grade held."""
        higher = [rung for rung in self.rungs if rung > held]
        return higher[steps - 1] if len(higher) >= steps else None

    def award(self, clause, held, ceiling):
        """What a clause would give a holder of this grade; none if it is blocked."""
        if "up" in clause:
            grade = self.above(held, int(self.value(clause["up"])))
        else:
            grade = height(self.value(clause["to"]))
        if grade is None:
            return None
        if self.max_rungs is not None:
            most = self.above(held, self.max_rungs)
            grade = grade if most is None else min(grade, most)
        if grade <= held:
            return None
        if ceiling is not None and grade > ceiling:
            allowed = [rung for rung in self.rungs if held < rung <= ceiling]
            return allowed[-1] if allowed else None
        return grade


def level_of_agency(code):
    if code is None:
        return None
    if code == "000":
        return "national"
    if "-" not in code:
        return "province"
    return "city" if code.endswith("00") else "county"
