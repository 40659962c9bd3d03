"""The compliance process in SimPy, for the benchmark of the laboratory. Each entry is a process, and each event a wait.

Reads the figures (JSON) from standard input, then a line for each entry: when it was delivered, when it is due, and the acts, each with
its instant and the instant of performance that it states. Writes the seconds that the simulation took, the number of moves, and the
status and the adjustment of each entry. Runs on SimPy 3 (`simpy`) or SimPy 2 (`SimPy`).
"""
import json
import sys
import time

try:
    import simpy

    version = "SimPy " + simpy.__version__
except ImportError:
    simpy = None
    import SimPy
    from SimPy.Simulation import Process, Simulation, hold

    version = "SimPy " + SimPy.__version__

NEVER = float("inf")
figures = json.loads(sys.stdin.readline())
DISPUTE, NOTICE = figures["dispute"], figures["notice"]
HONOURED, UNSATISFIED, HORIZON = figures["honoured"], figures["unsatisfied"], figures["horizon"]
entries = [json.loads(line) for line in sys.stdin]
results = [None] * len(entries)
moves = 0


def life(k, wait):
    """An entry from delivery to the horizon. `wait(t)` waits until an instant."""
    global moves
    entry = entries[k]
    due, acts = entry[1], entry[2]
    yield wait(entry[0])
    moves += 1
    status, closes, performed, standing, i = "open", due, NEVER, 0, 0
    while True:
        at = acts[i][1] if i < len(acts) else NEVER
        passing = closes <= at
        now = closes if passing else at
        if now >= HORIZON:
            break
        yield wait(now)
        moves += 1
        if passing:
            if status == "open":
                status, closes = "notified", now + NOTICE
            elif status == "attested":
                status, closes = "satisfied", NEVER
                if performed < due and standing != HONOURED:
                    standing = HONOURED
            else:
                status, closes, standing = "unsatisfied", NEVER, UNSATISFIED
            continue
        act, _, stated = acts[i]
        i += 1
        if act == "attest":
            status, closes, performed = "attested", now + DISPUTE, stated
        elif act == "confirm":
            status, closes = "satisfied", NEVER
            performed = now if performed == NEVER else performed
            if performed < due:
                standing = HONOURED
        elif act == "dispute":
            status, closes = "disputed", NEVER
        else:
            status, closes = act, NEVER
            performed = performed if stated is None else stated
            standing = 0
            if act == "satisfied" and performed < due:
                standing = HONOURED
            elif act == "unsatisfied":
                standing = UNSATISFIED
    results[k] = (status, standing)


began = time.process_time()
if simpy:
    env = simpy.Environment()
    timeout = env.timeout
    for k in range(len(entries)):
        env.process(life(k, lambda t: timeout(t - env.now)))
    env.run()
else:
    sim = Simulation()

    class Entry(Process):
        def run(self, k):
            return life(k, lambda t: (hold, self, t - sim.now()))

    for k in range(len(entries)):
        one = Entry(sim=sim)
        sim.activate(one, one.run(k))
    sim.simulate(until=HORIZON)
seconds = time.process_time() - began

json.dump({"version": version, "seconds": seconds, "moves": moves, "results": results}, sys.stdout)
