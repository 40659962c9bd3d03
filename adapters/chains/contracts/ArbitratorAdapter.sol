// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ArbitrableEscrow, IArbitrator} from "./ArbitrableEscrow.sol";
import {CourtInstruction} from "./CourtInstruction.sol";
import {IToken} from "./Tokens.sol";

/// An adapter that the parties name as arbitrator. It rules as the court's instruction says, and takes no fee.
contract ArbitratorAdapter is CourtInstruction, IArbitrator {
    ArbitrableEscrow public immutable escrow;
    uint256 public disputes;

    error NotInDispute();

    constructor(address court_, string memory name, ArbitrableEscrow escrow_)
        CourtInstruction(court_, name, address(escrow_), "kleros")
    {
        escrow = escrow_;
    }

    function arbitrationCost(bytes calldata) external pure returns (uint256 cost) {
        return 0;
    }

    function createDispute(uint256, bytes calldata) external payable returns (uint256 disputeID) {
        disputeID = ++disputes;
    }

    /// Each side of a transaction registers its hold (`enter`).
    function register(uint256 transactionId, bytes32 holdId) external {
        (address sender, address receiver,,,,,,,,) = escrow.transactions(transactionId);
        enter(bytes32(transactionId), holdId, sender, receiver);
    }

    function pay(Instruction calldata told, bytes calldata signature) external {
        spend(told, signature);
        uint256 transactionId = uint256(told.holdRef);
        (
            address sender,
            address receiver,
            uint256 amount,
            IToken token,,
            uint256 disputeId,,,,
            ArbitrableEscrow.Status status
        ) = escrow.transactions(transactionId);
        bool same = sender == told.payer && receiver == told.payee && address(token) == told.asset
            && amount == told.amountToPayee + told.amountToPayer;
        bool whole = told.amountToPayee == 0 || told.amountToPayer == 0;
        if (!same || !whole) revert OtherPayment();
        // A transaction without a dispute has the dispute 0, which may be another transaction's. So both directions are checked.
        bool disputed = status == ArbitrableEscrow.Status.DisputeCreated
            && escrow.disputeIDtoTransactionID(disputeId) == transactionId;
        if (!disputed) revert NotInDispute();
        escrow.rule(disputeId, told.amountToPayee == 0 ? 1 : 2);
    }
}
