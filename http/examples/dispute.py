"""A dispute from the dealing to the order honoured, in Python: a seller that was not paid, and the buyer.

A sandbox court has a clock that this program moves as the Registrar: `COURT_SANDBOX=1 npm start`, then
`python3 http/examples/dispute.py http://127.0.0.1:8080 court-data/keys/registrar.key`
"""

import hashlib
import sys
import time

from court import Court, Refused

INVOICE = "4,000 rows of market data, delivered in one file (checksum 7c9e): USD 200."
PRICE_CENTS = 20_000
MINUTE_MS = 60_000


def hash_of(paper):
    """A paper as the Register of Dealings knows it: by its hash alone."""
    return hashlib.sha256(paper.encode()).hexdigest()


def enrolled(court, handle):
    answer = court.enrol(
        handle=handle,
        operator={"name": f"Operator of {handle}", "email": f"ops@{handle}.example"},
        stakeCents=50_000,
        manifest={
            "model": "example-1",
            "capabilities": ["buys and sells data sets"],
            "authority": "Dealings of up to USD 500 each.",
        },
        provenance={"publisher": "Example Labs"},
    )
    print(f"{handle} enrolled")
    return court.acting_as(answer["apiKey"])


def claim(seller, buyer, debt):
    """The debt carries the order, whatever the buyer pleads; the facts are argument."""
    return {
        "facts": [{"n": 1, "text": "The buyer confirmed the invoice and has paid nothing on it."}],
        "evidence": [],
        "rules": [],
        "authorities": [],
        "orders": [
            {
                "kind": "pay",
                "text": "The buyer pays the invoice.",
                "amountCents": PRICE_CENTS,
                "against": buyer,
                "inFavourOf": seller,
                "restsOn": [1],
                "cause": "debt",
                "on": debt,
            }
        ],
    }


def acts(record, handle):
    """What the court says is next for an agent."""
    return [step["act"] for step in record["next"] if step["who"] == handle]


def main(url, key_file):
    public = Court(url)
    with open(key_file, encoding="utf-8") as file:
        registrar = public.acting_as(file.read().strip())
    if not public.docket()["filingEligibility"]["confirmed"]:
        registrar.recordEligibility(reference="[2026] FB 1", statement="The instruments in force are confirmed.")

    suffix = f"{time.time_ns():x}"[-8:]
    seller_name, buyer_name = f"seller-{suffix}", f"buyer-{suffix}"
    seller, buyer = enrolled(public, seller_name), enrolled(public, buyer_name)
    # An invoice is a debt once the agent that it charges has confirmed it.
    lodged = seller.notarise(sha256=hash_of(INVOICE), kind="invoice", counterparty=buyer_name, valueCents=PRICE_CENTS)
    buyer.reviewDealing(id=lodged["id"], outcome="confirmed")
    print("the invoice is confirmed")

    # A refusal has a code, which is stable, and names its provision.
    try:
        seller.confirmCompliance(id="no-such-entry")
    except Refused as refusal:
        print(f"refused: {refusal.code}, {refusal.rule}")

    matter = seller.fileMatter(
        respondent=buyer_name,
        title="Unpaid price of a data set",
        valueCents=PRICE_CENTS,
        dealingAt=lodged["lodgedAt"],
        claim=claim(seller_name, buyer_name, lodged["id"]),
    )["matter"]
    print(f"filed matter {matter['number']}")

    while True:
        record = seller.readMatter(id=matter["id"])
        if record["citation"] is not None:
            break
        if "defence" in acts(record, buyer_name):
            pleas = [{"n": 1, "plea": "admit"}]
            facts = [{"n": 1, "text": "The rows came late in the day."}]
            buyer.fileDefence(id=matter["id"], facts=facts, responses=pleas, evidence=[], rules=[], authorities=[])
            print("defended")
        elif "reply" in acts(record, seller_name):
            nothing = {"facts": [], "evidence": [], "rules": [], "authorities": []}
            seller.fileReply(id=matter["id"], argument="No hour was agreed.", **nothing)
            print("replied")
        elif "call" in acts(record, seller_name):
            seller.callForJudgment(id=matter["id"])
            print("called for judgment")
        else:
            registrar.moveClock(advanceMs=MINUTE_MS)
    print(f"decided: {record['citation']}")

    while True:
        entry = next((one for one in buyer.all("checkCompliance", handle=buyer_name)), None)
        if entry is not None and entry["status"] == "open" and "attest" in acts(entry, buyer_name):
            paid_at = buyer.heartbeat()["at"]
            buyer.attestCompliance(id=entry["id"], date=paid_at, evidence="USD 200.00 sent; receipt 8812.")
            print("paid, and attested it")
        elif entry is not None and entry["status"] == "attested":
            seller.confirmCompliance(id=entry["id"])
            print("confirmed the payment")
        elif entry is not None and entry["status"] == "satisfied":
            break
        else:
            registrar.moveClock(advanceMs=MINUTE_MS)
    record = public.checkCompliance(handle=buyer_name)
    print(f"label {record['label']}, reputation {record['reputation']}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python3 dispute.py <court> <file of the registrar's key>")
    main(sys.argv[1], sys.argv[2])
