"""Makes Mandates.json: an autonomous purchase signed by AP2's own SDK (google-agentic-commerce/AP2, code/sdk/python).

By hand, in a virtual environment with jwcrypto, pydantic and sd-jwt:
PYTHONPATH=<AP2>/code/sdk/python python mandates.py "<the commit of AP2>" > Mandates.json
"""

import hashlib
import json
import sys
import time

from ap2.sdk.generated.checkout_mandate import CheckoutMandate
from ap2.sdk.generated.open_checkout_mandate import AllowedMerchants, LineItemRequirements, LineItems, OpenCheckoutMandate
from ap2.sdk.generated.open_checkout_mandate import Item as WantedItem
from ap2.sdk.generated.open_payment_mandate import (
    AgentRecurrence,
    AllowedPayees,
    AllowedPaymentInstruments,
    AmountRange,
    Budget,
    OpenPaymentMandate,
    PaymentReference,
)
from ap2.sdk.generated.payment_mandate import PaymentMandate
from ap2.sdk.generated.types.amount import Amount
from ap2.sdk.generated.types.checkout import Checkout, Status
from ap2.sdk.generated.types.item import Item
from ap2.sdk.generated.types.line_item import LineItem
from ap2.sdk.generated.types.link import Link
from ap2.sdk.generated.types.merchant import Merchant
from ap2.sdk.generated.types.payment_instrument import PaymentInstrument
from ap2.sdk.generated.types.pisp import PISP
from ap2.sdk.generated.types.total import Total
from ap2.sdk.jwt_helper import create_jwt
from ap2.sdk.mandate import MandateClient
from ap2.sdk.receipt_wrapper import ReceiptClient
from ap2.sdk.utils import compute_sha256_b64url
from cryptography.hazmat.primitives.asymmetric import ec
from jwcrypto.jwk import JWK


def key_of(name: str) -> JWK:
    secret = int.from_bytes(hashlib.sha256(f"ap2 {name}".encode()).digest(), "big")
    made = json.loads(JWK.from_pyca(ec.derive_private_key(secret, ec.SECP256R1())).export())
    return JWK(**{**made, "kid": f"did:web:{name}.example#key-1"})


def public(key: JWK) -> dict:
    return json.loads(key.export_public())


user, agent, merchant_key, processor = (key_of(name) for name in ("user", "agent", "merchant", "processor"))
shop = Merchant(id="m-1", name="Shop", website="https://merchant.example")
card = PaymentInstrument(id="pi-1", type="card")
client, receipts = MandateClient(), ReceiptClient()


def order() -> str:
    price = 1000
    totals = [Total(type="subtotal", amount=2 * price), Total(type="total", amount=2 * price)]
    checkout = Checkout(
        id="chk-1",
        merchant=shop,
        line_items=[LineItem(id="line-1", item=Item(id="SKU-A", title="Widget", price=price), quantity=2, totals=totals)],
        status=Status.incomplete,
        currency="USD",
        totals=totals,
        links=[Link(type="terms_of_service", url="https://merchant.example/terms")],
    )
    header = {"alg": "ES256", "kid": "did:web:merchant.example#key-1"}
    return create_jwt(header, json.loads(checkout.model_dump_json(exclude_none=True)), merchant_key)


def signed(receipt, key: JWK) -> str:
    kid = public(key)["kid"]
    return create_jwt({"alg": "ES256", "kid": kid}, json.loads(receipt.model_dump_json(exclude_none=True)), key)


now = int(time.time())
checkout_jwt = order()
checkout_hash = compute_sha256_b64url(checkout_jwt)
open_checkout = client.create(
    payloads=[
        OpenCheckoutMandate(
            constraints=[
                AllowedMerchants(allowed=[shop]),
                LineItems(
                    items=[
                        LineItemRequirements(
                            id="req-1", acceptable_items=[WantedItem(id="SKU-A", title="Widget")], quantity=2
                        )
                    ]
                ),
            ],
            cnf={"jwk": public(agent)},
            iat=now,
        )
    ],
    issuer_key=user,
)
checkout_mandate = client.present(
    holder_key=agent,
    mandate_token=open_checkout,
    payloads=[CheckoutMandate(checkout_jwt=checkout_jwt, checkout_hash=checkout_hash, iat=now)],
    aud="https://merchant.example",
    nonce="nonce-1",
)
open_payment = client.create(
    payloads=[
        OpenPaymentMandate(
            constraints=[
                AllowedPayees(allowed=[shop]),
                AllowedPaymentInstruments(allowed=[card]),
                AmountRange(currency="USD", min=100, max=5000),
                PaymentReference(conditional_transaction_id=compute_sha256_b64url(open_checkout)),
                # The SDK does not serialise its own enumeration, so the text is given.
                AgentRecurrence.model_construct(
                    type="payment.agent_recurrence", frequency="MONTHLY", max_occurrences=12
                ),
                Budget(max=100.0, currency="USD"),
            ],
            cnf={"jwk": public(agent)},
            iat=now,
        )
    ],
    issuer_key=user,
)
payment = PaymentMandate(
    transaction_id=checkout_hash,
    payee=shop,
    payment_amount=Amount(amount=2000, currency="USD"),
    payment_instrument=card,
    pisp=PISP(legal_name="Processor Ltd.", brand_name="Processor", domain_name="processor.example"),
    iat=now,
)
payment_mandate = client.present(
    holder_key=agent, mandate_token=open_payment, payloads=[payment], aud="https://processor.example", nonce="nonce-2"
)
checkout_reference = compute_sha256_b64url(client.get_closed_mandate_jwt(checkout_mandate))
payment_reference = compute_sha256_b64url(client.get_closed_mandate_jwt(payment_mandate))
bundle = {
    "checkoutMandate": checkout_mandate,
    "paymentMandate": payment_mandate,
    "checkoutReceipt": signed(
        receipts.create_checkout_receipt("https://merchant.example", checkout_reference, "order-1"), merchant_key
    ),
    "paymentReceipt": signed(receipts.create_payment_receipt(payment, payment_reference), processor),
}
keys = {
    f"https://{name}.example/.well-known/did.json": {
        "id": f"did:web:{name}.example",
        "verificationMethod": [
            {
                "id": public(key)["kid"],
                "type": "JsonWebKey2020",
                "controller": f"did:web:{name}.example",
                "publicKeyJwk": {k: v for k, v in public(key).items() if k != "kid"},
            }
        ],
    }
    for name, key in (("user", user), ("merchant", merchant_key), ("processor", processor))
}
made = {"source": f"google-agentic-commerce/AP2 {sys.argv[1]}", "at": now, "documents": keys, "artifact": bundle}
print(json.dumps(made, indent=2))
