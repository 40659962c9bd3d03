// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Checks on chain what a court has signed for an escrow. An adapter of the parties inherits it, and acts for anybody who
/// presents an instruction. The court itself has no role in any escrow and can release nothing.
///
/// The court can't know whose an escrow is: anybody may tell it of a hold over an escrow of strangers. So an instruction is obeyed
/// only if both sides of the escrow have registered its hold here, each by a transaction of its own.
abstract contract CourtInstruction {
    struct Instruction {
        bytes32 holdId;
        string escrowKind;
        bytes32 holdRef;
        address payer;
        address payee;
        address asset;
        uint256 amountToPayee;
        uint256 amountToPayer;
        bytes32 citationHash;
        bytes32 judgmentSha256;
        uint48 signedAt;
        uint48 validAfter;
        uint48 validBefore;
        bytes32 nonce;
    }

    struct Revocation {
        bytes32 holdId;
        bytes32 nonce;
        bytes32 instructionDigest;
        uint48 revokedAt;
    }

    bytes32 private constant INSTRUCTION = keccak256(
        "PayoutInstruction(bytes32 holdId,string escrowKind,bytes32 holdRef,address payer,address payee,address asset,uint256 amountToPayee,uint256 amountToPayer,bytes32 citationHash,bytes32 judgmentSha256,uint48 signedAt,uint48 validAfter,uint48 validBefore,bytes32 nonce)"
    );
    bytes32 private constant REVOCATION =
        keccak256("PayoutRevocation(bytes32 holdId,bytes32 nonce,bytes32 instructionDigest,uint48 revokedAt)");
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    /// Half of the curve's order. A signature with a higher s is refused, because it is a second form of a valid signature.
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// The address of the court's payout key.
    address public immutable court;
    bytes32 private immutable domain;
    bytes32 private immutable kind;
    mapping(bytes32 digest => bool) public spent;
    mapping(bytes32 digest => bool) public revoked;
    /// The hold that each side of a payment has registered for it.
    mapping(bytes32 holdRef => mapping(address side => bytes32 holdId)) public registered;

    event Revoked(bytes32 indexed digest);
    event Registered(bytes32 indexed holdRef, address indexed side, bytes32 holdId);

    error NotByTheCourt();
    error OtherKind();
    error Early(uint48 validAfter);
    error Late(uint48 validBefore);
    error AlreadySpent();
    error RevokedByTheCourt();
    error OtherPayment();
    error NotASide();
    error BothRegistered();
    error NotRegistered();

    constructor(address court_, string memory name, address escrow, string memory kind_) {
        court = court_;
        kind = keccak256(bytes(kind_));
        domain = keccak256(abi.encode(DOMAIN, keccak256(bytes(name)), keccak256("1"), block.chainid, escrow));
    }

    /// Registers the caller's hold for a payment whose two sides the escrow itself names. Neither side can register for the other, nor
    /// keep it from registering. While the two differ, the adapter obeys no instruction for this payment, and each may still
    /// register another hold, so that a mistake can be mended; a zero takes a registration back. Once both have registered the same
    /// hold, neither can change it, so that the loser can't withdraw. A side that waits for the other's registration before it
    /// performs can't be left without a referee.
    function enter(bytes32 holdRef, bytes32 holdId, address payer, address payee) internal {
        if (msg.sender != payer && msg.sender != payee) revert NotASide();
        if (agreed(holdRef, payer, payee) != 0) revert BothRegistered();
        registered[holdRef][msg.sender] = holdId;
        emit Registered(holdRef, msg.sender, holdId);
    }

    /// The hold that both sides have registered for a payment; zero if there is none.
    function agreed(bytes32 holdRef, address payer, address payee) public view returns (bytes32 holdId) {
        holdId = registered[holdRef][payer];
        if (registered[holdRef][payee] != holdId) holdId = 0;
    }

    /// Anybody may present a revocation that the court has signed. The instruction is void from then on.
    function revoke(Revocation calldata told, bytes calldata signature) external {
        bytes32 hash = keccak256(
            abi.encode(REVOCATION, told.holdId, told.nonce, told.instructionDigest, told.revokedAt)
        );
        if (signerOf(typed(hash), signature) != court) revert NotByTheCourt();
        revoked[told.instructionDigest] = true;
        emit Revoked(told.instructionDigest);
    }

    /// The EIP-712 digest of an instruction, which identifies it.
    function digestOf(Instruction calldata told) public view returns (bytes32) {
        // Encoded in two parts, because the stack can't hold so many values at once.
        bytes memory head = abi.encode(
            INSTRUCTION,
            told.holdId,
            keccak256(bytes(told.escrowKind)),
            told.holdRef,
            told.payer,
            told.payee,
            told.asset,
            told.amountToPayee
        );
        bytes memory tail = abi.encode(
            told.amountToPayer,
            told.citationHash,
            told.judgmentSha256,
            told.signedAt,
            told.validAfter,
            told.validBefore,
            told.nonce
        );
        return typed(keccak256(bytes.concat(head, tail)));
    }

    /// Marks an instruction as spent, before anything is paid, so that a token that calls back finds it spent. Reverts unless it stands
    /// and has taken effect. The adapter checks after that that the instruction's sides are those of the escrow.
    function spend(Instruction calldata told, bytes calldata signature) internal returns (bytes32 digest) {
        digest = standing(told, signature);
        if (block.timestamp <= told.validAfter) revert Early(told.validAfter);
        spent[digest] = true;
    }

    /// The digest of an instruction that stands, whether or not it has taken effect. Reverts unless the court signed it, for this kind
    /// of escrow, and it is unexpired, unspent and not revoked, and both sides have registered its hold.
    function standing(Instruction calldata told, bytes calldata signature) internal view returns (bytes32 digest) {
        digest = digestOf(told);
        if (signerOf(digest, signature) != court) revert NotByTheCourt();
        if (keccak256(bytes(told.escrowKind)) != kind) revert OtherKind();
        unended(digest, told.validBefore);
        if (!isAgreed(told.holdRef, told.holdId, told.payer, told.payee)) revert NotRegistered();
    }

    /// Reverts if what the court signed under this digest has expired, was carried out, or was revoked.
    function unended(bytes32 digest, uint48 validBefore) internal view {
        if (block.timestamp >= validBefore) revert Late(validBefore);
        if (spent[digest]) revert AlreadySpent();
        if (revoked[digest]) revert RevokedByTheCourt();
    }

    /// Whether both sides have registered just this hold, or whatever else they register, for a reference.
    function isAgreed(bytes32 ref, bytes32 wanted, address payer, address payee) internal view returns (bool) {
        return wanted != 0 && agreed(ref, payer, payee) == wanted;
    }

    function typed(bytes32 hash) internal view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domain, hash));
    }

    function signerOf(bytes32 digest, bytes calldata signature) internal pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > HALF_ORDER) return address(0);
        return ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), s);
    }
}
