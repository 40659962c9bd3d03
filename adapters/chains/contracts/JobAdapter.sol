// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CourtInstruction} from "./CourtInstruction.sol";
import {IJobs, Jobs} from "./Jobs.sol";
import {IToken, Tokens} from "./Tokens.sol";

/// An adapter that the parties name as evaluator of their job. It completes or rejects the job as the court's instruction says, and
/// gives the SHA-256 of the judgment's words under seal as the reason, which anybody finds again at the court.
///
/// An escrow may take a fee of its own when a job is completed; then the payee receives the rest. What the escrow pays to its
/// evaluator goes on to the payee, because this adapter takes no fee and keeps nothing.
contract JobAdapter is CourtInstruction {
    IJobs public immutable escrow;

    constructor(address court_, string memory name, IJobs escrow_)
        CourtInstruction(court_, name, address(escrow_), "erc8183")
    {
        escrow = escrow_;
    }

    /// Each side of a job registers its hold (`enter`).
    function register(uint256 jobId, bytes32 holdId) external {
        Jobs.Job memory job = Jobs.read(escrow, jobId);
        enter(bytes32(jobId), holdId, job.client, job.payee);
    }

    function pay(Instruction calldata told, bytes calldata signature) public virtual {
        spend(told, signature);
        fitting(told);
        end(uint256(told.holdRef), told.amountToPayee > 0, told.judgmentSha256, IToken(told.asset), told.payee);
    }

    /// Completes a job or rejects it, and passes on what its completion pays to this adapter.
    function end(uint256 jobId, bool completed, bytes32 reason, IToken token, address payee) internal {
        if (!completed) return escrow.reject(jobId, reason, "");
        escrow.complete(jobId, reason, "");
        uint256 fee = token.balanceOf(address(this));
        if (fee > 0) Tokens.send(token, payee, fee);
    }

    /// Reverts unless an instruction is about the job that it names, between its sides, and for all that it holds: a job ends whole.
    function fitting(Instruction calldata told) internal view {
        bool whole = told.amountToPayee == 0 || told.amountToPayer == 0;
        if (!whole) revert OtherPayment();
        between(told.holdRef, told.payer, told.payee, told.asset, told.amountToPayee + told.amountToPayer);
    }

    /// Reverts unless a job lies between these sides and holds just this sum of this token.
    function between(bytes32 holdRef, address payer, address payee, address asset, uint256 amount) internal view {
        Jobs.Job memory job = Jobs.read(escrow, uint256(holdRef));
        bool same = job.client == payer && job.payee == payee && job.token == asset && job.left == amount;
        if (!same) revert OtherPayment();
    }
}
