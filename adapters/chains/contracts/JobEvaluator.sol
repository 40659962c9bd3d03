// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {JobAdapter} from "./JobAdapter.sol";
import {IJobs, Jobs} from "./Jobs.sol";
import {IToken} from "./Tokens.sol";

/// An evaluator that gives notice on the chain before it ends a job. Anybody lodges the court's instruction, or its evaluation of the
/// work. Until the window has passed, the side that loses by it can present a revocation, or a later instruction on the same job,
/// which takes its place. After that anybody may have the job completed or rejected (`pay`, `carryOut`).
contract JobEvaluator is JobAdapter {
    /// What the court signs of the delivery under a quote: whether it satisfies the criteria of the quote. `artifactSha256` is the
    /// hash of the bytes, and `evaluationSha256` that of all outcomes.
    struct Evaluation {
        bytes32 holdId;
        bytes32 holdRef;
        address payer;
        address payee;
        address asset;
        uint256 amount;
        bool satisfied;
        bytes32 artifactSha256;
        bytes32 criteriaSha256;
        bytes32 evaluationSha256;
        uint48 signedAt;
        uint48 validAfter;
        uint48 validBefore;
        bytes32 nonce;
    }

    struct Lodgement {
        bytes32 digest;
        /// When the court signed the latest instruction that was lodged; zero if no instruction was.
        uint48 signedAt;
        uint48 openUntil;
        uint48 validBefore;
        /// When the court signed the latest evaluation that was lodged; zero if no evaluation was.
        uint48 evaluatedAt;
    }

    bytes32 private constant EVALUATION = keccak256(
        "JobEvaluation(bytes32 holdId,bytes32 holdRef,address payer,address payee,address asset,uint256 amount,bool satisfied,bytes32 artifactSha256,bytes32 criteriaSha256,bytes32 evaluationSha256,uint48 signedAt,uint48 validAfter,uint48 validBefore,bytes32 nonce)"
    );

    /// In seconds. It has to be shorter than the time for which what the court signs is valid.
    uint48 public immutable window;
    /// The latest instruction or evaluation that was lodged for a job, by its number.
    mapping(bytes32 holdRef => Lodgement) public lodged;

    event Lodged(bytes32 indexed holdRef, bytes32 indexed digest, bytes32 reason, uint48 openUntil);

    error NotLater(uint48 signedAt);
    error NotLodged();
    error StillOpen(uint48 openUntil);
    error Submitted();
    error NotBound();
    error AlreadyLodged(bytes32 digest);

    constructor(address court_, string memory name, IJobs escrow_, uint48 window_)
        JobAdapter(court_, name, escrow_)
    {
        window = window_;
    }

    /// Each side of a job binds itself to criteria by their hash, as it registers its hold (`enter`). Without it no evaluation is obeyed.
    /// It is too late once the work is submitted, so that neither side waits for what the criteria find of it.
    function bind(uint256 jobId, bytes32 criteriaSha256) external {
        Jobs.Job memory job = Jobs.read(escrow, jobId);
        if (job.submitted) revert Submitted();
        enter(criteriaOf(bytes32(jobId)), criteriaSha256, job.client, job.payee);
    }

    /// Lodges an instruction that stands, before or after it takes effect. It is refused if its window would outlast it, since nobody
    /// could carry it out then, and unless the court signed it later than the instruction that it supersedes. So the loser of the
    /// later one can't lodge the earlier one again, and the window of an instruction is never opened twice. It supersedes any
    /// evaluation.
    function lodge(Instruction calldata told, bytes calldata signature) external {
        bytes32 digest = standing(told, signature);
        fitting(told);
        Lodgement memory earlier = lodged[told.holdRef];
        if (earlier.digest != 0 && told.signedAt <= earlier.signedAt) revert NotLater(earlier.signedAt);
        open(
            told.holdRef,
            Lodgement(digest, told.signedAt, 0, told.validBefore, earlier.evaluatedAt),
            told.judgmentSha256
        );
    }

    /// Lodges an evaluation that stands, by the criteria to which both sides have bound themselves. It supersedes nothing that stands,
    /// and only what the court signed before it.
    function lodgeEvaluation(Evaluation calldata told, bytes calldata signature) external {
        bytes32 digest = digestOfEvaluation(told);
        if (signerOf(digest, signature) != court) revert NotByTheCourt();
        fittingEvaluation(digest, told);
        Lodgement memory earlier = lodged[told.holdRef];
        if (told.signedAt <= earlier.signedAt) revert NotLater(earlier.signedAt);
        if (told.signedAt <= earlier.evaluatedAt) revert NotLater(earlier.evaluatedAt);
        bool stands = block.timestamp < earlier.validBefore && !revoked[earlier.digest];
        if (stands) revert AlreadyLodged(earlier.digest);
        open(
            told.holdRef,
            Lodgement(digest, earlier.signedAt, 0, told.validBefore, told.signedAt),
            told.evaluationSha256
        );
    }

    /// Carries out the instruction that is lodged for its job, for anybody, once its window has passed.
    function pay(Instruction calldata told, bytes calldata signature) public override {
        closed(told.holdRef, digestOf(told));
        super.pay(told, signature);
    }

    /// Carries out the evaluation that is lodged for its job, for anybody, once its window has passed. The reason is its hash.
    function carryOut(Evaluation calldata told) external {
        bytes32 digest = digestOfEvaluation(told);
        closed(told.holdRef, digest);
        fittingEvaluation(digest, told);
        if (block.timestamp <= told.validAfter) revert Early(told.validAfter);
        spent[digest] = true;
        end(uint256(told.holdRef), told.satisfied, told.evaluationSha256, IToken(told.asset), told.payee);
    }

    /// The EIP-712 digest of an evaluation, which identifies it.
    function digestOfEvaluation(Evaluation calldata told) public view returns (bytes32) {
        // Each member takes one word, as in the calldata.
        return typed(keccak256(abi.encode(EVALUATION, told)));
    }

    /// The place under which the sides of a job register criteria. No job has such a number.
    function criteriaOf(bytes32 holdRef) public pure returns (bytes32) {
        return keccak256(abi.encode("criteria", holdRef));
    }

    /// Reverts unless an evaluation is unended, of the job's own sides and sum, and of the hold and the criteria that both registered.
    function fittingEvaluation(bytes32 digest, Evaluation calldata told) private view {
        unended(digest, told.validBefore);
        if (!isAgreed(told.holdRef, told.holdId, told.payer, told.payee)) revert NotRegistered();
        if (!isAgreed(criteriaOf(told.holdRef), told.criteriaSha256, told.payer, told.payee)) revert NotBound();
        between(told.holdRef, told.payer, told.payee, told.asset, told.amount);
    }

    function open(bytes32 holdRef, Lodgement memory one, bytes32 reason) private {
        one.openUntil = uint48(block.timestamp) + window;
        if (one.openUntil >= one.validBefore) revert Late(one.validBefore);
        lodged[holdRef] = one;
        emit Lodged(holdRef, one.digest, reason, one.openUntil);
    }

    /// Reverts unless just this is lodged for a job, and its window has passed.
    function closed(bytes32 holdRef, bytes32 digest) private view {
        Lodgement memory latest = lodged[holdRef];
        if (latest.digest != digest) revert NotLodged();
        if (block.timestamp <= latest.openUntil) revert StillOpen(latest.openUntil);
    }
}
