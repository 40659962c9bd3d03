// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Tokens} from "./Tokens.sol";

/// A contract that rules on disputes (ERC-792).
interface IArbitrator {
    function createDispute(uint256 choices, bytes calldata extraData) external payable returns (uint256 disputeID);
    function arbitrationCost(bytes calldata extraData) external view returns (uint256 cost);
}

/// An escrow of the kind `kleros` for tests. The arbitrator's ruling gives everything to the sender (1) or to the receiver (2), and
/// the two sides may settle without a ruling. Its transactions and events are those of the published escrow of tokens, which
/// doesn't look at what a token that takes a fee has left of a payment.
contract ArbitrableEscrow {
    enum Status {
        NoDispute,
        WaitingSender,
        WaitingReceiver,
        DisputeCreated,
        Resolved
    }

    struct Transaction {
        address sender;
        address receiver;
        uint256 amount;
        IToken token;
        uint256 timeoutPayment;
        uint256 disputeId;
        uint256 senderFee;
        uint256 receiverFee;
        uint256 lastInteraction;
        Status status;
    }

    IArbitrator public immutable arbitrator;
    Transaction[] public transactions;
    mapping(uint256 disputeId => uint256 transactionId) public disputeIDtoTransactionID;

    event Payment(uint256 indexed _transactionID, uint256 _amount, address _party);
    event Ruling(IArbitrator indexed _arbitrator, uint256 indexed _disputeID, uint256 _ruling);

    error NotTheArbitrator();
    error NotASide();
    error WrongStatus();

    constructor(IArbitrator arbitrator_) {
        arbitrator = arbitrator_;
    }

    function getCountTransactions() external view returns (uint256) {
        return transactions.length;
    }

    function createTransaction(uint256 amount, IToken token, uint256 timeoutPayment, address receiver, string calldata)
        external
        returns (uint256 transactionId)
    {
        Tokens.take(token, msg.sender, address(this), amount);
        transactionId = transactions.length;
        transactions.push(
            Transaction(msg.sender, receiver, amount, token, timeoutPayment, 0, 0, 0, block.timestamp, Status.NoDispute)
        );
    }

    /// The sender pays a part or all of the sum to the receiver.
    function pay(uint256 transactionId, uint256 amount) external {
        Transaction storage one = transactions[transactionId];
        if (msg.sender != one.sender) revert NotASide();
        settle(transactionId, amount, one.receiver);
    }

    /// The receiver gives a part or all of the sum back to the sender.
    function reimburse(uint256 transactionId, uint256 amount) external {
        Transaction storage one = transactions[transactionId];
        if (msg.sender != one.receiver) revert NotASide();
        settle(transactionId, amount, one.sender);
    }

    /// Either side brings the transaction before the arbitrator. The published escrow does so once both have paid the arbitrator's
    /// cost, or one has if the cost is nothing.
    function raiseDispute(uint256 transactionId) external {
        Transaction storage one = transactions[transactionId];
        if (msg.sender != one.sender && msg.sender != one.receiver) revert NotASide();
        if (one.status != Status.NoDispute || arbitrator.arbitrationCost("") > 0) revert WrongStatus();
        one.status = Status.DisputeCreated;
        one.disputeId = arbitrator.createDispute(2, "");
        disputeIDtoTransactionID[one.disputeId] = transactionId;
    }

    function rule(uint256 disputeId, uint256 ruling) external {
        if (msg.sender != address(arbitrator)) revert NotTheArbitrator();
        Transaction storage one = transactions[disputeIDtoTransactionID[disputeId]];
        if (one.status != Status.DisputeCreated) revert WrongStatus();
        one.status = Status.Resolved;
        uint256 amount = one.amount;
        one.amount = 0;
        emit Ruling(arbitrator, disputeId, ruling);
        Tokens.send(one.token, ruling == 1 ? one.sender : one.receiver, amount);
    }

    function settle(uint256 transactionId, uint256 amount, address to) private {
        Transaction storage one = transactions[transactionId];
        if (one.status != Status.NoDispute) revert WrongStatus();
        one.amount -= amount;
        Tokens.send(one.token, to, amount);
        emit Payment(transactionId, amount, msg.sender);
    }
}
