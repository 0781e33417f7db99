#!/usr/bin/env python3
"""A second implementation of standings and awards, written from docs/schemes.md and the scheme files alone.

    standings.py FOLDER           computes every event of the folder and compares with the program's answers
    standings.py --plant FOLDER   changes one thing in every answer first: each change has to be noticed

An event N is N.results.csv, N.players.csv, N.toml where it has a scheme of its own, and N.json with what was asked (scheme,
group, date, level, agency, lot_seed, set) and what the program answered (`refused`, `answer`). Nothing but the standard
library; no floating point.
"""

import csv
import datetime
import hashlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True
from scheme import Scheme, grade_of, height, rounded, scheme_file, share, span  # noqa: E402

# The Chinese headers of the two tables.
CHINESE = {
    "轮次": "round", "黑方": "black", "白方": "white", "结果": "result", "黑方警告": "black_warnings",
    "白方警告": "white_warnings", "编号": "id", "姓名": "name", "性别": "sex", "出生日期": "birth", "级段": "grade",
    "证书号": "certificate", "组别": "group", "测试": "tests",
}


# ---------------------------------------------------------------- the two tables


def table(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return [{CHINESE.get(key, key): value for key, value in row.items()} for row in csv.DictReader(file)]


class Player:
    def __init__(self, row):
        self.id = row["id"]
        self.held = height(row.get("grade", ""))
        self.sex = {"男": "male", "女": "female"}.get(row.get("sex", ""))
        birth = row.get("birth", "")
        self.birth = datetime.date.fromisoformat(birth) if birth else None
        self.certificate = row.get("certificate", "").strip()
        self.group = row.get("group", "").strip()
        self.tests = {}
        for item in row.get("tests", "").split(";"):
            if "=" in item:
                name, score = item.split("=")
                self.tests[name.strip()] = int(score)


class Side:
    """One row seen by one of its players."""

    def __init__(self, opponent, outcome, forfeit, warnings):
        self.opponent, self.outcome, self.forfeit, self.warnings = opponent, outcome, forfeit, warnings


def sides(row):
    """The sides of a row: (player, Side)."""
    black, white, result = row["black"], row["white"], row["result"]
    warned = [int(row.get(key) or 0) for key in ("black_warnings", "white_warnings")]
    if not white:
        return [(black, Side(None, "bye", False, warned[0]))]
    if result in ("draw", "void", ""):
        pair = (result or "void",) * 2
    elif result in ("both-win", "both-lose"):
        pair = (result.removeprefix("both-").replace("lose", "loss"),) * 2
    else:
        pair = ("win", "loss") if result.startswith("B") else ("loss", "win")
    forfeit = result.endswith("+F")
    return [(black, Side(white, pair[0], forfeit, warned[0])), (white, Side(black, pair[1], forfeit, warned[1]))]


def is_refused(players, rows):
    """Whether the file does not say one thing: no rows and no scores, unknown players, a game against oneself, somebody
    twice in a round, a bye with an opponent or an opponent missing."""
    if not rows and not any(player.tests for player in players):
        return True
    known = {player.id for player in players}
    booked = set()
    for row in rows:
        ids = [row["black"]] + ([row["white"]] if row["white"] else [])
        if any(one not in known for one in ids) or len(set(ids)) < len(ids):
            return True
        if (row["result"] == "bye") != (len(ids) == 1):
            return True
        for one in ids:
            if (row["round"], one) in booked:
                return True
            booked.add((row["round"], one))
    return False


# ---------------------------------------------------------------- standings


class Count:
    """What the rows bring one player."""

    def __init__(self, scheme, stop, own, rounds):
        self.points = self.wins = self.losses = self.byes = self.warnings = self.cumulative = self.missed = 0
        self.games = []
        self.started = bool(own)
        self.finished = rounds in own
        self.withdrew = False
        gone = stopped = False
        absences = 0
        for number in range(1, rounds + 1):
            side = own.get(number)
            if gone:
                self.missed += 1
                continue
            absent = side is None
            if absent:
                self.missed += 1
            else:
                self.warnings += side.warnings
                absent = side.outcome == "loss" and side.forfeit
                self.take(scheme, side)
            self.cumulative += self.points
            absences = absences + 1 if absent and not stopped else 0
            if scheme.in_a_row is not None and absences >= scheme.in_a_row:
                gone = self.withdrew = True
            elif stop and number >= int(scheme.value(stop.get("from_round", 1))):
                if "losses" in stop and self.losses >= int(scheme.value(stop["losses"])):
                    gone = True
                elif "wins" in stop and self.points >= scheme.win * int(scheme.value(stop["wins"])):
                    stopped = True

    def take(self, scheme, side):
        worth = {"win": scheme.win, "draw": scheme.draw, "loss": 0, "bye": scheme.bye, "void": 0}[side.outcome]
        self.points += worth
        self.wins += side.outcome == "win" or (side.outcome == "bye" and scheme.bye == scheme.win)
        self.losses += side.outcome == "loss"
        self.byes += side.outcome == "bye"
        if side.outcome in ("win", "draw", "loss"):
            self.games.append((side, worth))


class Standings:
    def __init__(self, scheme, group, players, rows, seed):
        self.scheme, self.seed = scheme, seed
        known = {one for other in scheme.raw["group"] for one in named(other)}
        self.members = []
        for player in players:
            name = player.group if player.group in known else player.group.removesuffix("组")
            if not player.group or name == group["wanted"]:
                self.members.append(player)
        inside = {player.id for player in self.members}
        rows = [row for row in rows if row["black"] in inside or row["white"] in inside]
        self.rounds = max((int(row["round"]) for row in rows), default=0)
        own = {player.id: {} for player in players}
        for row in rows:
            for one, side in sides(row):
                own[one][int(row["round"])] = side
        stop = group.get("stop")
        self.of = {player.id: Count(scheme, stop, own[player.id], self.rounds) for player in players}
        self.shown = {player.id: {} for player in self.members}
        share_all = scheme.ties == "share" or tests_alone(group)
        blocks = [[player.id for player in self.members]]
        blocks = self.split(blocks, lambda one, _: (-self.of[one].points, not self.of[one].started))
        for criterion in scheme.order:
            blocks = self.split(blocks, lambda one, block: self.value(criterion, one, block))
        if not share_all:
            blocks = self.split(blocks, self.lot)
        self.blocks = blocks

    @staticmethod
    def split(blocks, key):
        """Every block cut into those with equal keys, the smallest first."""
        out = []
        for block in blocks:
            keys = {one: key(one, block) for one in block}
            for value in sorted(set(keys.values())):
                out.append([one for one in block if keys[one] == value])
        return out

    def seen(self, other):
        """The points of an opponent, as the one who met them looks at them."""
        count = self.of[other]
        return count.points + (self.scheme.draw * count.missed if self.scheme.missed_round == "draw" else 0)

    def value(self, criterion, one, block):
        """The value of a criterion, the smaller the better; noted as it is shown."""
        count = self.of[one]
        met = [
            (side, worth)
            for side, worth in count.games
            if not (side.forfeit and self.scheme.forfeit_opponent == "nobody")
        ]
        beaten = [self.seen(side.opponent) for side, _ in met if side.outcome == "win"]
        if criterion == "opponents":
            value = sum(self.seen(side.opponent) for side, _ in met)
            if self.scheme.bye_opponent == "self":
                value += count.byes * count.points
        elif criterion == "beaten":
            value = sum(beaten)
        elif criterion == "best-beaten":
            value = max(beaten, default=0)
        elif criterion == "cumulative":
            value = count.cumulative
        elif criterion == "warnings":
            value = count.warnings
        else:
            if len(block) < 2 or (criterion == "direct-if-two" and len(block) != 2):
                return 0
            value = sum(worth for side, worth in count.games if side.opponent in block)
        self.shown[one][criterion] = value
        return value if criterion == "warnings" else -value

    def lot(self, one, block):
        if len(block) == 1:
            return b""
        digest = hashlib.sha256(f"{self.seed}:{one}".encode()).digest()
        self.shown[one]["lot"] = int.from_bytes(digest[:4], "big")
        return digest

    def size(self, base):
        counts = [self.of[player.id] for player in self.members]
        return {
            "registered": len(counts),
            "started": sum(count.started for count in counts),
            "finished": sum(count.finished for count in counts),
        }[base]


def named(group):
    return group["id"] if isinstance(group["id"], list) else [group["id"]]


def tests_alone(group):
    quota = ("wins", "fill", "rate", "share", "places", "band", "reserved")
    return all(clause.get("tests") and not any(key in clause for key in quota) for clause in group["clause"])


# ---------------------------------------------------------------- awards


def age_on(birth, day):
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def outside(bounds, player, day):
    if player.birth is None or day is None:
        return False
    age = age_on(player.birth, day)
    return age < bounds.get("from", 0) or age > bounds.get("to", 999)


def status(scheme, group, player, count, asked):
    """Eligible, a guest, or barred."""
    low, high = span(scheme.value(group["grades"]))
    entry, held = group.get("entry", {}), player.held
    below = held < low
    agency = asked["agency"]
    digits = player.certificate if player.certificate.isascii() and player.certificate.isdigit() else ""
    barred = [
        not count.started and not tests_alone(group),
        count.withdrew and scheme.forfeits_award,
        below and scheme.value(group.get("lower", "refused")) != "admitted",
        below and "lower_age" in entry and outside(entry["lower_age"], player, asked["date"]),
        "sex" in entry and player.sex not in (None, scheme.value(entry["sex"])),
        "age" in entry and outside(entry["age"], player, asked["date"]),
        "certificate_from" in entry
        and held >= height(scheme.value(entry["certificate_from"]))
        and not player.certificate,
        entry.get("certificate") == "province"
        and agency not in (None, "000")
        and len(digits) >= 9
        and digits[:2] != agency[:2],
    ]
    if any(barred):
        return "barred"
    return "guest" if held > high else "eligible"


class Awards:
    def __init__(self, scheme, group, standings, asked):
        self.scheme, self.group, self.standings = scheme, group, standings
        self.players = {player.id: player for player in standings.members}
        self.level = asked["level"]
        self.ceiling = scheme.ceiling(asked["level"], asked["agency"])
        self.base = standings.size(scheme.base)
        self.status = {
            one: status(scheme, group, player, standings.of[one], asked) for one, player in self.players.items()
        }
        self.granted, self.passed = {}, set()
        self.rank = {}
        above = 0
        for block in standings.blocks:
            for one in block:
                self.rank[one] = above + 1
            above += sum(self.status[one] == "eligible" for one in block)
        least = int(scheme.value(group.get("min_size", 0)))
        if standings.size("registered" if tests_alone(group) else "started") >= least:
            self.run(group["clause"])

    def run(self, clauses):
        at = 0
        while at < len(clauses):
            clause = clauses[at]
            after = at + 1
            while after < len(clauses) and "reserved" in clauses[after]:
                after += 1
            if "share" in clause or "places" in clause:
                self.quota(clause, clauses[at + 1 : after])
                at = after
                continue
            for one in self.players:
                if one not in self.granted and self.meets(clause, one) and self.in_band(clause, one):
                    self.granted[one] = clause
            at += 1

    def in_band(self, clause, one):
        if "band" not in clause:
            return True
        return self.rank[one] <= rounded(share(self.scheme.value(clause["band"])) * self.base, self.scheme.rounding)

    def quota(self, clause, reserved):
        value = self.scheme.value
        if "share" in clause:
            places = rounded(share(value(clause["share"])) * self.base, self.scheme.rounding)
        else:
            places = int(value(clause["places"]))
        first = False
        if reserved:
            wins = max(int(value(place.get("wins", 0))) for place in reserved)
            bar = self.scheme.win * (wins + 1)
            higher = [one for one in self.players if self.meets(clause, one) and self.standings.of[one].points >= bar]
            first = len(higher) > places
        if not first:
            self.serve(clause, places, True)
        for place in reserved:
            self.serve(place, int(value(place["reserved"])), False)
        if first:
            self.serve(clause, places, True)

    def serve(self, clause, places, guests):
        used = 0
        for block in self.standings.blocks:
            if used >= places:
                return
            for one in block:
                if one not in self.granted and self.meets(clause, one):
                    self.granted[one] = clause
                    used += 1
                elif guests and self.scheme.guests and self.status[one] == "guest" and one not in self.passed:
                    self.passed.add(one)
                    used += 1

    def meets(self, clause, one):
        value, player, points = self.scheme.value, self.players[one], self.standings.of[one].points
        wins = clause["fill"][-1] if "fill" in clause else int(value(clause.get("wins", 0)))
        least = self.scheme.win * wins
        if "rate" in clause:
            rounds = int(value(self.group["rounds"])) if "rounds" in self.group else self.standings.rounds
            least = max(least, rounded(share(value(clause["rate"])) * self.scheme.win * rounds, "ceiling"))
        low, high = span(value(clause.get("from", "any")))
        levels = clause.get("level", [])
        return (
            self.status[one] == "eligible"
            and low <= player.held <= high
            and ("sex" not in clause or player.sex == value(clause["sex"]))
            and (not levels or self.level in ([levels] if isinstance(levels, str) else levels))
            and self.scheme.award(clause, player.held, self.ceiling) is not None
            and points >= least
            and all(player.tests.get(test, -1) >= score for test, score in clause.get("tests", {}).items())
        )


# ---------------------------------------------------------------- comparing


def answer(folder, name, asked):
    """What this file makes of an event: none if it is refused, else a line for each player."""
    players = [Player(row) for row in table(folder / f"{name}.players.csv")]
    rows = table(folder / f"{name}.results.csv")
    if is_refused(players, rows):
        return None
    scheme = Scheme(scheme_file(asked["scheme"], folder / f"{name}.toml"), asked["set"])
    group = dict(scheme.group(asked["group"]), wanted=asked["group"])
    asked = dict(asked, date=datetime.date.fromisoformat(asked["date"]) if asked["date"] else None)
    standings = Standings(scheme, group, players, rows, asked["lot_seed"])
    awards = Awards(scheme, group, standings, asked)
    lines, above = {}, 0
    for block in standings.blocks:
        for one in block:
            count, clause = standings.of[one], awards.granted.get(one)
            held = awards.players[one].held
            given = scheme.award(clause, held, awards.ceiling) if clause else None
            lines[one] = {
                "place": above + 1,
                "points": count.points,
                "wins": count.wins,
                "losses": count.losses,
                "tiebreaks": standings.shown[one],
                "from": grade_of(held),
                "award": grade_of(given) if clause else None,
                "clause": clause["id"] if clause else None,
            }
        above += len(block)
    return lines


def differences(theirs, ours):
    """What two answers do not agree on, one text each."""
    if theirs is None or ours is None:
        return [] if theirs is ours else [f"refused: {theirs is None}, here {ours is None}"]
    found = []
    for one in sorted(set(theirs) | set(ours)):
        if one not in theirs or one not in ours:
            found.append(f"player {one} is in one answer only")
            continue
        for key, value in ours[one].items():
            if theirs[one].get(key) != value:
                found.append(f"player {one}: {key} {theirs[one].get(key)}, here {value}")
    return found


def plant(event, turn):
    """Changes one thing in an answer, another kind each time."""
    if event["refused"] or not event["answer"]:
        return dict(event, refused=not event["refused"], answer=[])
    lines = [dict(line, tiebreaks=dict(line["tiebreaks"])) for line in event["answer"]]
    line = lines[turn % len(lines)]
    kinds = ["place", "points", "wins", "losses", "award", "clause", "from", "tiebreaks", "player"]
    kind = kinds[turn % len(kinds)]
    if kind in ("place", "points", "wins", "losses"):
        line[kind] += 1
    elif kind == "award":
        line["award"] = "2段" if line["award"] == "1段" else "1段"
    elif kind == "from":
        line["from"] = "2段" if line["from"] == "1段" else "1段"
    elif kind == "clause":
        line["clause"] = None if line["clause"] else "some-clause"
    elif kind == "player":
        line["player"] += "x"
    else:
        first = next(iter(line["tiebreaks"]), "opponents")
        line["tiebreaks"][first] = line["tiebreaks"].get(first, 0) + 1
    return dict(event, answer=lines)


def main(arguments):
    planting = "--plant" in arguments
    folder = pathlib.Path([argument for argument in arguments if not argument.startswith("--")][0])
    compared, wrong = 0, 0
    for path in sorted(folder.glob("*.json"), key=lambda path: int(path.stem)):
        event = json.loads(path.read_text(encoding="utf-8"))
        if planting:
            event = plant(event, compared)
        theirs = None if event["refused"] else {line["player"]: line for line in event["answer"]}
        found = differences(theirs, answer(folder, path.stem, event["asked"]))
        if bool(found) != planting:
            wrong += 1
            print(f"{path.stem} {event['asked']}", *(found or ["the planted change was not noticed"]), sep="\n    ")
        compared += 1
    said = "planted changes noticed" if planting else "events alike"
    print(f"{compared - wrong} of {compared} {said}")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
