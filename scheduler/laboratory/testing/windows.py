"""The scenario `windows` on SimPy 2, written from PD11, with other code and other random numbers: windows.py HOURS RUNS. A line for each run."""
import json, sys
from collections import Counter
from math import inf, log
from random import choice, expovariate, lognormvariate, random, seed, uniform
from SimPy.Simulation import Process, Simulation, hold

WINDOW, RUNS, END = float(sys.argv[1]), int(sys.argv[2]), 180 * 24
BREACHES, SHUNS = {"prompt": 0.05, "tardy": 0.1, "liars": 0.2}, {"in default": 0.8, "qualified": 0.25}
about = lambda median, sigma: lognormvariate(log(median), sigma)

def label(agent):  # PD11 §9
    waiting = agent.held["attested"] + agent.held["notified"] + agent.held["disputed"]
    return "in default" if agent.held["unsatisfied"] else "qualified" if waiting else "good"

class Agent(Process):
    def deal(self, agents, total):
        while True:
            yield hold, self, expovariate(0.5 / 24)
            partner = choice([other for other in agents if other is not self])
            if random() < SHUNS.get(label(partner), 0):
                total["shunned"] += 1
            elif random() < BREACHES[partner.kind] and self.open < 3 and self.filed < 10:  # PD1 §2
                self.open, self.filed, total["matters"] = self.open + 1, self.filed + 1, total["matters"] + 1
                matter = Process(sim=self.sim)
                self.sim.activate(matter, life(matter, self.sim, self, partner, total))

def life(self, sim, favoured, bound, total):
    yield hold, self, (96 if random() < 0.5 else 48) + uniform(1, 12)
    favoured.open -= 1
    if random() < 0.05:  # the judge errs
        return
    now, amount, kind, slow = sim.now(), min(round(about(5000, 1)), 10000), bound.kind, favoured.kind == "prompt"
    due, status, done, disputed, total["ordered"] = now + 72, "open", False, False, total["ordered"] + amount
    first = due + about(60, 0.6) if kind == "tardy" else now + (about(18, 0.7) if kind == "prompt" else uniform(1, 36))
    waits = {"clock": due, "bound": first}
    bound.held["open"] += 1
    while min(waits.values(), default=inf) < END:
        who = min(waits, key=waits.get)
        at, before = waits.pop(who), status
        yield hold, self, at - sim.now()
        if who == "clock":  # PD11 §§3, 4
            status = {"open": "notified", "notified": "unsatisfied", "attested": "satisfied"}[status]
        elif who == "registrar":  # PD11 §6
            status = "satisfied" if done != (random() < 0.02) else "unsatisfied"
        elif who == "favoured":
            status = "disputed" if not done else "satisfied" if status == "attested" else status
        elif done:  # the Register says that it did not perform
            if status == "unsatisfied":  # the party bound disputes once (PD11 §5)
                status, disputed = "disputed", True
        else:
            done, total["paid"] = kind != "liars", total["paid"] + (amount if kind != "liars" else 0)
            status = "attested" if status in ("open", "notified") else status
            if status == "unsatisfied":  # it is too late to attest
                waits["bound"] = at + uniform(0.5, 6)
        if status != before:
            bound.held.subtract([before]), bound.held.update([status]), waits.pop("clock", None)
            if status in ("notified", "attested"):
                waits["clock"] = at + WINDOW
            if status == "attested" and random() < (0.9 if not done else 0.4 if slow else 0.5):
                waits["favoured"] = at + (about(48, 0.8) if not done else about(24, 0.8) if slow else uniform(1, 36))
            if status == "disputed":
                waits["registrar"] = at + uniform(12, 96)
            if status == "unsatisfied" and done and not disputed:
                waits["bound"] = at + uniform(0.5, 6)

for run in range(RUNS):
    seed(run)
    sim, total, agents = Simulation(), Counter(), []
    for i in range(400):
        agents.append(Agent(sim=sim))
        agents[i].kind, agents[i].held = "liars" if i < 32 else "tardy" if i < 132 else "prompt", Counter()
        agents[i].open = agents[i].filed = 0
        sim.activate(agents[i], agents[i].deal(agents, total))
    sim.simulate(until=END)
    labels, held = Counter(map(label, agents)), sum((agent.held for agent in agents), Counter())
    found = {"matters": total["matters"], "shunned": total["shunned"], "recoveredShare": total["paid"] / total["ordered"]}
    found.update(agentsInDefault=labels["in default"], agentsQualified=labels["qualified"])
    print(json.dumps({**found, "defaultRate": held["unsatisfied"] / (held["unsatisfied"] + held["satisfied"])}))
