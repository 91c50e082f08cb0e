#!/usr/bin/env python3
"""Learns data/flow-weights.tsv: how the words of a tool tell where what it returns comes from.

usage: train.py --tools TOOLS.jsonl --graded GRADED.jsonl... [--check HELD.jsonl...] [--write] [--without FOLD] [--show]

TOOLS: a line per tool, {"id", "server", "tool"}; its servers are graded as a whole in servers.tsv beside this file.
GRADED: a line per tool, {"id", "server", "tool", "label": {"source": [acceptable values, best first],
"destination": the same}}: where what is stored may be the user's own or the organisation's, the destination tells too. Where the label has
"flagged" (the fields that a reader corrected), other values are our own that the reader let stand: they count half.
Prints what five folds by server score, and what the model scores on the HELD sets without the servers that they hold;
--write learns from GRADED and TOOLS and writes the table; --without FOLD (0 to 4) leaves the servers of a fold out, so
that the whole grader can be measured on them.

A softmax over the features that src/flow/features.rs gives (so Rust and this script cannot differ), fitted to put the
weight on the set of acceptable values; words pay more for their weight than what is known beforehand (homes, acts).
Needs numpy and scipy. The result depends on nothing but the inputs.
"""
import argparse, collections, hashlib, json, math, pathlib, subprocess, sys
import numpy as np
from scipy import sparse
from scipy.optimize import minimize

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ["untrustedPublic", "trustedPublic", "internal", "user", "system"]
CODE = dict(w=0, t=1, i=2, u=3, s=4)
OPEN = "-"                  # examples/features.rs, where the words decide
STEP, MOST = 4, 12          # a quarter per step; data/flow-weights.tsv has whole numbers up to 12


def read(path):
    rows = [json.loads(line) for line in open(path, encoding="utf-8")]
    out = subprocess.run(["cargo", "run", "-q", "-p", "mcp-tool-risk-infer", "--features", "train", "--example", "features", str(path)],
                         capture_output=True, text=True, check=True, cwd=HERE).stdout.splitlines()
    for row, line in zip(rows, out, strict=True):
        _, row["decided"], kept, keys = line.split("\t")
        row["kept"] = [d for d in row.get("label", {}).get("destination") or [] if d in ("internal", "user")] if kept == "kept" else []
        row["features"] = keys.split(" ") if keys else []
    return rows


def servers():
    for line in (HERE / "servers.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, code = line.split("\t")
            yield name, code


def fold(server):
    return hashlib.md5(server.encode()).digest()[0] % 5


def matrix(rows, vocabulary):
    at, to = [], []
    for i, row in enumerate(rows):
        for key in row["features"]:
            j = vocabulary.get(key)
            if j is not None:
                at.append(i); to.append(j)
    return sparse.csr_matrix((np.ones(len(at)), (at, to)), shape=(len(rows), len(vocabulary)))


def accepted(rows, second):
    y = np.zeros((len(rows), len(SOURCES)))
    for i, row in enumerate(rows):
        for k, value in enumerate(row["source"]):
            y[i, SOURCES.index(value)] = 1.0 if k == 0 else second
    return y


def fit(rows, share, vocabulary, o):
    x, y = matrix(rows, vocabulary), accepted(rows, o.second)
    price = np.array([0.01 if k == "=" else o.known if k[0] in "~=" else o.word for k in vocabulary])[:, None]
    n, c = len(vocabulary), len(SOURCES)

    def loss(flat):
        w = flat.reshape(n, c)
        s = x @ w
        s -= s.max(1, keepdims=True)
        p = np.exp(s); p /= p.sum(1, keepdims=True)
        q = p * y; t = q.sum(1, keepdims=True) + 1e-12
        return -(share * np.log(t[:, 0])).sum() + 0.5 * (price * w * w).sum(), (x.T @ ((p - q / t) * share[:, None]) + price * w).ravel()

    w = minimize(loss, np.zeros(n * c), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x.reshape(n, c)
    return w - w.mean(1, keepdims=True)


def learn(graded, tools, o):
    stored = [dict(r, source=r["kept"]) for r in graded if r["kept"] and r["decided"] != OPEN]
    graded = [r for r in graded if r["decided"] == OPEN]
    tools = [r for r in tools if r["decided"] == OPEN]
    count = collections.Counter(r["server"] for r in tools)
    rows = graded + stored + tools
    weight = lambda r, field: o.graded_weight * (1 if field in r["label"].get("flagged", [field]) else o.own)
    share = np.array([weight(r, "source") for r in graded] + [o.stored * weight(r, "destination") for r in stored]
                     + [o.tools_weight * count[r["server"]] ** -0.5 for r in tools])
    met = collections.defaultdict(set)
    for row in rows:
        for key in row["features"]:
            met[key].add(row["server"])
    words = {k: i for i, k in enumerate(sorted(k for k, v in met.items() if len(v) >= o.servers or k[0] in "~="))}
    w = fit(rows, share, words, o)
    # Only what weighs enough is kept; the rest is fitted again.
    worth = {k: np.abs(w[i]).max() * math.sqrt(len(met[k])) for k, i in words.items()}
    kept = [k for k in words if k[0] in "~="] + sorted((k for k in words if k[0] not in "~="), key=lambda k: (-worth[k], k))[: o.keep]
    words = {k: i for i, k in enumerate(sorted(kept))}
    w = np.clip(np.rint(fit(rows, share, words, o) * STEP), -MOST, MOST).astype(int)
    return {k: w[i] for k, i in words.items() if w[i].any()}


def predict(row, weights):
    s = sum((weights[k] for k in row["features"] if k in weights), np.zeros(len(SOURCES), int))
    kept = "user" if s[SOURCES.index("user")] > s[SOURCES.index("internal")] else "internal"
    return row["decided"] if row["decided"] != OPEN else SOURCES[int(s.argmax())], kept


def report(name, rows, said):
    by, right, untrusted = collections.defaultdict(list), [], []
    stored = [(kept in row["kept"], kept == "internal") for row, (_, kept) in zip(rows, said) if row["kept"]]
    for row, (value, _) in zip(rows, said):
        ok = value in row["source"]
        right.append(ok); by[row["source"][0]].append(ok)
        if row["source"] == ["untrustedPublic"]:
            untrusted.append(value == "untrustedPublic")
    of = [ok for row, ok in zip(rows, right) if row["decided"] == OPEN]
    print(f"{name}: {100 * np.mean(right):.1f} % of {len(right)}, macro {100 * np.mean([np.mean(v) for v in by.values()]):.1f}, "
          f"by the model {100 * np.mean(of):.1f} % of {len(of)}, untrusted {sum(untrusted)} of {len(untrusted)}; "
          + ", ".join(f"{k} {100 * np.mean(v):.0f}" for k, v in sorted(by.items()))
          + f"; stored where it says {100 * np.mean([ok for ok, _ in stored]):.1f} % of {len(stored)}")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tools", required=True); p.add_argument("--graded", nargs="+", required=True)
    p.add_argument("--check", nargs="*", default=[]); p.add_argument("--write", action="store_true"); p.add_argument("--without", type=int); p.add_argument("--show", action="store_true")
    p.add_argument("--known", type=float, default=2); p.add_argument("--word", type=float, default=6)
    p.add_argument("--second", type=float, default=0.5); p.add_argument("--graded-weight", type=float, default=2)
    p.add_argument("--own", type=float, default=0.5); p.add_argument("--stored", type=float, default=1); p.add_argument("--tools-weight", type=float, default=2)
    p.add_argument("--servers", type=int, default=4); p.add_argument("--keep", type=int, default=600)
    o = p.parse_args()

    codes = dict(servers())
    tools = [r for r in read(o.tools) if codes.get(r["server"], "m") != "m"]
    for row in tools:
        row["source"] = [SOURCES[CODE[c]] for c in codes[row["server"]]]
    sets = {path: [dict(r, source=r["label"]["source"]) for r in read(path) if r["label"]["source"]] for path in [*o.graded, *o.check]}
    graded = [r for path in o.graded for r in sets[path]]

    said = {}
    for k in range(5 if o.without is None else 0):
        weights = learn([r for r in graded if fold(r["server"]) != k], [r for r in tools if fold(r["server"]) != k], o)
        for i, row in enumerate(graded):
            if fold(row["server"]) == k:
                said[i] = predict(row, weights)
    if said:
        report("five folds", graded, [said[i] for i in range(len(graded))])
        at = 0
        for path in o.graded if len(o.graded) > 1 else []:
            report(f"  {path}", sets[path], [said[at + i] for i in range(len(sets[path]))])
            at += len(sets[path])
    if said and o.show:
        for i, row in enumerate(graded):
            if said[i][0] not in row["source"]:
                print(f'  {said[i][0]} not {row["source"]} {row["decided"]} {row["server"]} {row["tool"]["name"]}')
    for path in o.check:
        held = {r["server"] for r in sets[path]}
        weights = learn([r for r in graded if r["server"] not in held], [r for r in tools if r["server"] not in held], o)
        report(f"held: {path}", sets[path], [predict(r, weights) for r in sets[path]])
    if o.write:
        weights = learn([r for r in graded if fold(r["server"]) != o.without], [r for r in tools if fold(r["server"]) != o.without], o)
        out = ["# Learned by train/train.py: how features (see src/flow/features.rs) tell where what a tool returns comes from, in quarters.",
               "# feature\t" + "\t".join(SOURCES)]
        out += ["\t".join([k, *map(str, w)]) for k, w in sorted(weights.items())]
        (HERE.parent / "data/flow-weights.tsv").write_text("\n".join(out) + "\n", encoding="utf-8")
        print(f"wrote {len(weights)} features")


main()
