// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";
import {CourtInstruction} from "./CourtInstruction.sol";

/// A contract that rules on disputes (ERC-792).
interface IArbitrator {
    function createDispute(uint256 choices, bytes calldata extraData) external payable returns (uint256 disputeID);
}

/// An escrow of the kind `kleros` for tests. The arbitrator's ruling gives everything to the sender (1) or to the receiver (2).
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
        TestToken token;
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

    event Ruling(IArbitrator indexed arbitrator, uint256 indexed disputeID, uint256 ruling);

    error NotTheArbitrator();
    error WrongStatus();

    constructor(IArbitrator arbitrator_) {
        arbitrator = arbitrator_;
    }

    function createTransaction(address receiver, TestToken token, uint256 amount, uint256 timeoutPayment)
        external
        returns (uint256 transactionId)
    {
        transactionId = transactions.length;
        transactions.push(
            Transaction(msg.sender, receiver, amount, token, timeoutPayment, 0, 0, 0, block.timestamp, Status.NoDispute)
        );
        token.transferFrom(msg.sender, address(this), amount);
    }

    /// Either side brings the transaction before the arbitrator.
    function raiseDispute(uint256 transactionId) external {
        Transaction storage one = transactions[transactionId];
        bool isParty = msg.sender == one.sender || msg.sender == one.receiver;
        if (!isParty || one.status != Status.NoDispute) revert WrongStatus();
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
        one.token.transfer(ruling == 1 ? one.sender : one.receiver, amount);
    }
}

/// An adapter that the parties name as arbitrator. It rules as the court's instruction says, and takes no fee.
contract ArbitratorAdapter is CourtInstruction, IArbitrator {
    ArbitrableEscrow public immutable escrow;
    uint256 public disputes;

    error OtherPayment();

    constructor(address court_, string memory name, ArbitrableEscrow escrow_)
        CourtInstruction(court_, name, address(escrow_), "kleros")
    {
        escrow = escrow_;
    }

    function createDispute(uint256, bytes calldata) external payable returns (uint256 disputeID) {
        disputeID = ++disputes;
    }

    function pay(Instruction calldata told, bytes calldata signature) external {
        spend(told, signature);
        (address sender, address receiver, uint256 amount, TestToken token,, uint256 disputeId,,,,) =
            escrow.transactions(uint256(told.holdRef));
        bool same = sender == told.payer && receiver == told.payee && address(token) == told.asset
            && amount == told.amountToPayee + told.amountToPayer;
        bool whole = told.amountToPayee == 0 || told.amountToPayer == 0;
        if (!same || !whole) revert OtherPayment();
        escrow.rule(disputeId, told.amountToPayee == 0 ? 1 : 2);
    }
}
