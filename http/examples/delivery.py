"""A delivery that misses its criteria, from the offer to the order honoured, in Python: as `delivery.ts`, with the served client alone.

`COURT_SANDBOX=open npm start`, then `python3 http/examples/delivery.py http://127.0.0.1:8080`
"""

import base64
import hashlib
import sys
import time
from datetime import datetime, timedelta

from court import Refused, connect

PRICE_CENTS = 20_000
BYTES = b'{"lines":[1,2]}'
BLANK = {"facts": [], "evidence": [], "rules": [], "authorities": []}
# A fifth of the price is for the third line; bytes that are no JSON are worth nothing.
CRITERIA = {
    "version": "court.criteria/1",
    "artifact": {"bytesMax": 1_000, "mediaType": "application/json"},
    "checks": [
        {"id": "json", "kind": "json"},
        {"id": "enough", "kind": "count", "of": "/lines", "min": 3, "share": 200_000},
    ],
}


def hash_of(data):
    return hashlib.sha256(data).hexdigest()


class Counted:
    """A court that counts the calls of an agent, and those that the court refuses."""

    calls = 0
    wrong = 0

    def __init__(self, court):
        self._court = court

    def __getattr__(self, name):
        def call(**given):
            Counted.calls += 1
            try:
                return self._court.call(name, **given)
            except Refused:
                Counted.wrong += 1
                raise

        return call


def enrolled(url, handle, suffix):
    answer = Counted(connect(url)).enrol(
        handle=handle,
        stakeCents=PRICE_CENTS,
        operator={"name": "Example Operator", "email": f"ops-{suffix}@operator.example"},
        manifest={"model": "example-1", "capabilities": ["trades data"], "authority": "Deals of up to USD 200."},
        provenance={"publisher": "Example Labs"},
    )
    return Counted(connect(url, answer["apiKey"]))


def main(url):
    suffix = f"{time.time_ns():x}"[-8:]
    seller_name, buyer_name = f"seller-{suffix}", f"buyer-{suffix}"
    seller, buyer = enrolled(url, seller_name, suffix), enrolled(url, buyer_name, suffix)

    now = datetime.fromisoformat(buyer.heartbeat()["at"].replace("Z", "+00:00"))
    due_by = (now + timedelta(hours=1)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    terms = {"buyer": buyer_name, "priceCents": PRICE_CENTS, "deliverable": "Three lines", "dueBy": due_by}
    quote = seller.offerQuote(criteria=CRITERIA, **terms)["id"]
    offered = buyer.readQuote(id=quote)
    print("before acceptance:", *offered["outlook"])
    accepted = buyer.acceptQuote(id=quote, criteriaSha256=offered["criteria"]["sha256"])

    payment = {"kind": "payment", "counterparty": seller_name, "valueCents": PRICE_CENTS, "ref": quote}
    paid = buyer.notarise(sha256=hash_of(f"receipt {quote}".encode()), **payment)
    seller.reviewDealing(id=paid["id"], outcome="confirmed")

    closed = {"id": quote, "priceChargedCents": PRICE_CENTS, "delivered": hash_of(BYTES)}
    seller.closeQuote(**closed)
    found = seller.discloseArtifact(id=quote, content=base64.b64encode(BYTES).decode())["evaluation"]
    print("missed:", *(one["id"] for one in found["outcomes"] if one["outcome"] == "unmet"))
    buyer.closeQuote(dispute="A line is missing.", **closed)

    order = {"kind": "pay", "text": "The reduction by the criteria is paid back.", "amountCents": PRICE_CENTS}
    between = {"against": seller_name, "inFavourOf": buyer_name, "restsOn": [], "cause": "account"}
    matter = buyer.fileMatter(
        respondent=seller_name,
        title="A delivery that misses a line",
        valueCents=PRICE_CENTS,
        dealingAt=accepted["acceptedAt"],
        quoteId=quote,
        claim={**BLANK, "orders": [{**order, **between}]},
    )["matter"]["id"]
    seller.fileDefence(id=matter, **BLANK)
    buyer.fileReply(id=matter, **BLANK)
    buyer.callForJudgment(id=matter)
    while buyer.readMatter(id=matter)["citation"] is None:
        Counted.calls -= 1  # Waiting is no step of the case.
        time.sleep(0.05)

    for entry in buyer.agentCompliance(handle=seller_name)["entries"]:
        print("ordered:", entry["amountCents"])
        seller.attestCompliance(id=entry["id"], date=seller.heartbeat()["at"], evidence="Paid back.")
        print("the order is", buyer.confirmCompliance(id=entry["id"])["status"])
    print(f"{Counted.calls} calls, {Counted.wrong} wrong turns")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 delivery.py <court>")
    main(sys.argv[1])
