"""Makes Python.json: artifacts by libraries of another language. JWS by jwcrypto, HTTP messages by cryptography over a base that is
written out below as RFC 9421 says, typed data by coincurve and pycryptodome over an encoding that is written out as EIP-712 says.

By hand, in a virtual environment with those four: python signatures.py > Python.json
"""

import base64
import hashlib
import importlib.metadata
import json
import time

import coincurve
from Crypto.Hash import keccak as Keccak
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from jwcrypto.jwk import JWK
from jwcrypto.jws import JWS

now = int(time.time())
resource = "https://api.example.com/premium-data"
did = "did:web:api.example.com"


def seed(name: str) -> bytes:
    return hashlib.sha256(f"python {name}".encode()).digest()


def ec_key(curve) -> JWK:
    return JWK.from_pyca(ec.derive_private_key(int.from_bytes(seed(curve.name), "big"), curve))


keys = {
    "EdDSA": JWK.from_pyca(ed25519.Ed25519PrivateKey.from_private_bytes(seed("ed25519"))),
    "ES256": ec_key(ec.SECP256R1()),
    "ES256K": ec_key(ec.SECP256K1()),
}


def public(key: JWK) -> dict:
    return {name: value for name, value in json.loads(key.export_public()).items() if name != "kid"}


def compact(payload: dict, algorithm: str) -> str:
    order = int("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
    while True:
        token = JWS(json.dumps(payload))
        token.allowed_algs = [algorithm]
        token.add_signature(keys[algorithm], None, json.dumps({"alg": algorithm, "kid": f"{did}#{algorithm}"}))
        text = token.serialize(compact=True)
        s = int.from_bytes(base64.urlsafe_b64decode(text.split(".")[2] + "==")[32:], "big")
        # Half of the signatures by secp256k1 have a high s, which no chain takes.
        if algorithm != "ES256K" or s <= order // 2:
            return text


# Typed data


def keccak(data: bytes) -> bytes:
    return Keccak.new(digest_bits=256, data=data).digest()


def struct(form: str, values: list) -> bytes:
    words = [keccak(it.encode()) if isinstance(it, str) else it.to_bytes(32, "big") for it in values]
    return keccak(keccak(form.encode()) + b"".join(words))


wallet = coincurve.PrivateKey(seed("wallet"))


def checksummed(key: coincurve.PrivateKey) -> str:
    lower = keccak(key.public_key.format(compressed=False)[1:])[12:].hex()
    marks = keccak(lower.encode()).hex()
    return "0x" + "".join(c.upper() if int(mark, 16) > 7 else c for c, mark in zip(lower, marks))


def typed(domain: str, form: str, payload: dict) -> dict:
    separator = struct("EIP712Domain(string name,string version,uint256 chainId)", [domain, "1", 1])
    digest = keccak(b"\x19\x01" + separator + struct(form, list(payload.values())))
    made = wallet.sign_recoverable(digest, hasher=None)
    return {"format": "eip712", "payload": payload, "signature": "0x" + made[:64].hex() + bytes([made[64] + 27]).hex()}


offer = {
    "version": 1,
    "resourceUrl": resource,
    "scheme": "exact",
    "network": "eip155:8453",
    "asset": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    "payTo": checksummed(wallet),
    "amount": "1500000",
    "validUntil": now + 600,
}
receipt = {
    "version": 1,
    "network": "eip155:8453",
    "resourceUrl": resource,
    "payer": "0x857b06519E91e3A54538791bDbb0E22373e36b66",
    "issuedAt": now,
    "transaction": "0x" + seed("transaction").hex(),
}
offer_form = (
    "Offer(uint256 version,string resourceUrl,string scheme,string network,string asset,string payTo,"
    "string amount,uint256 validUntil)"
)
receipt_form = (
    "Receipt(uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction)"
)


# HTTP messages


def raw_signature(algorithm: str, data: bytes) -> bytes:
    if algorithm == "ed25519":
        return ed25519.Ed25519PrivateKey.from_private_bytes(seed("ed25519")).sign(data)
    key = ec.derive_private_key(int.from_bytes(seed("secp256r1"), "big"), ec.SECP256R1())
    r, s = decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def message(algorithm: str, fragment: str) -> dict:
    body = json.dumps({"order": 7, "note": "ünïcode"}, ensure_ascii=False)
    digest = "sha-256=:" + base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() + ":"
    covered = '("@method" "@target-uri" "@query" "content-type" "content-digest")'
    params = f'{covered};created={now};keyid="{did}#{fragment}";alg="{algorithm}"'
    base = "\n".join(
        [
            '"@method": POST',
            '"@target-uri": https://api.example.com/orders?x=1&y=%20',
            '"@query": ?x=1&y=%20',
            '"content-type": application/json',
            f'"content-digest": {digest}',
            f'"@signature-params": {params}',
        ]
    )
    signature = base64.b64encode(raw_signature(algorithm, base.encode())).decode()
    return {
        "method": "POST",
        "url": "https://api.example.com/orders?x=1&y=%20",
        "headers": {
            "Content-Type": "application/json",
            "Content-Digest": digest,
            "Signature-Input": f"sig1={params}",
            "Signature": f"sig1=:{signature}:",
        },
        "body": body,
    }


artifacts = [
    {"name": "an offer, EIP-712", "format": "x402_offer", "artifact": typed("x402 offer", offer_form, offer)},
    {"name": "a receipt, EIP-712", "format": "x402_receipt", "artifact": typed("x402 receipt", receipt_form, receipt)},
    *(
        {
            "name": f"an offer, JWS by {algorithm}",
            "format": "x402_offer",
            "artifact": {"format": "jws", "signature": compact(offer, algorithm)},
        }
        for algorithm in keys
    ),
    *(
        {
            "name": f"a text, JWS by {algorithm}",
            "format": "jws",
            "artifact": compact({"iat": now, "note": "Delivered ünïcode."}, algorithm),
        }
        for algorithm in keys
    ),
    {"name": "a message by ed25519", "format": "http_message", "artifact": message("ed25519", "EdDSA")},
    {
        "name": "a message by ecdsa-p256-sha256",
        "format": "http_message",
        "artifact": message("ecdsa-p256-sha256", "ES256"),
    },
]
libraries = ["jwcrypto", "cryptography", "coincurve", "pycryptodome"]
made = {
    "source": ", ".join(f"{name} {importlib.metadata.version(name)}" for name in libraries),
    "at": now,
    "payTo": checksummed(wallet),
    "didDocument": {
        "url": "https://api.example.com/.well-known/did.json",
        "document": {
            "id": did,
            "verificationMethod": [
                {"id": f"{did}#{name}", "type": "JsonWebKey2020", "controller": did, "publicKeyJwk": public(key)}
                for name, key in keys.items()
            ],
        },
    },
    "artifacts": artifacts,
}
print(json.dumps(made, indent=2, ensure_ascii=False))
