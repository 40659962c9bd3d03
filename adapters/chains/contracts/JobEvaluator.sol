// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {JobAdapter} from "./JobAdapter.sol";
import {IJobs} from "./Jobs.sol";

/// An evaluator that gives notice on the chain before it ends a job. Anybody lodges the court's instruction. Until the window has
/// passed, the side that loses by it can present a revocation, or a later instruction on the same job, which takes the place of the
/// first. After that anybody may have the job completed or rejected (`pay`).
contract JobEvaluator is JobAdapter {
    struct Lodgement {
        bytes32 digest;
        uint48 signedAt;
        uint48 openUntil;
    }

    /// In seconds. It has to be shorter than the time for which the court's instructions are valid.
    uint48 public immutable window;
    /// The latest instruction that was lodged for a job, by its number.
    mapping(bytes32 holdRef => Lodgement) public lodged;

    event Lodged(bytes32 indexed holdRef, bytes32 indexed digest, bytes32 judgmentSha256, uint48 openUntil);

    error NotLater(uint48 signedAt);
    error NotLodged();
    error StillOpen(uint48 openUntil);

    constructor(address court_, string memory name, IJobs escrow_, uint48 window_)
        JobAdapter(court_, name, escrow_)
    {
        window = window_;
    }

    /// Lodges an instruction that stands, before or after it takes effect. It is refused if its window would outlast it, since nobody
    /// could carry it out then, and unless the court signed it later than the instruction that it supersedes. So the loser of the
    /// later one can't lodge the earlier one again, and the window of an instruction is never opened twice.
    function lodge(Instruction calldata told, bytes calldata signature) external {
        bytes32 digest = standing(told, signature);
        fitting(told);
        Lodgement memory earlier = lodged[told.holdRef];
        if (earlier.digest != 0 && told.signedAt <= earlier.signedAt) revert NotLater(earlier.signedAt);
        uint48 openUntil = uint48(block.timestamp) + window;
        if (openUntil >= told.validBefore) revert Late(told.validBefore);
        lodged[told.holdRef] = Lodgement(digest, told.signedAt, openUntil);
        emit Lodged(told.holdRef, digest, told.judgmentSha256, openUntil);
    }

    /// Carries out the instruction that is lodged for its job, for anybody, once its window has passed.
    function pay(Instruction calldata told, bytes calldata signature) public override {
        Lodgement memory latest = lodged[told.holdRef];
        if (latest.digest != digestOf(told)) revert NotLodged();
        if (block.timestamp <= latest.openUntil) revert StillOpen(latest.openUntil);
        super.pay(told, signature);
    }
}
