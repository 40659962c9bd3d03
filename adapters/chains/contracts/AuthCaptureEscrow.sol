// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";
import {CourtInstruction} from "./CourtInstruction.sol";

/// An escrow of the kind `x402r` for tests. The payer authorises a payment; its operator captures a part and voids the rest.
/// It has only those functions of the published escrow that the court reads or the adapter calls.
contract AuthCaptureEscrow {
    struct PaymentInfo {
        address operator;
        address payer;
        address receiver;
        address token;
        uint120 maxAmount;
        uint48 preApprovalExpiry;
        uint48 authorizationExpiry;
        uint48 refundExpiry;
        uint16 minFeeBps;
        uint16 maxFeeBps;
        address feeReceiver;
        uint256 salt;
    }

    struct PaymentState {
        bool hasCollectedPayment;
        uint120 capturableAmount;
        uint120 refundableAmount;
    }

    bytes32 private constant INFO = keccak256(
        "PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)"
    );

    mapping(bytes32 paymentInfoHash => PaymentState) public paymentState;

    event PaymentAuthorized(
        bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector
    );
    event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver);
    event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount);

    error NotTheOperator();
    error NothingToMove();

    function getHash(PaymentInfo calldata info) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), keccak256(abi.encode(INFO, info))));
    }

    function authorize(PaymentInfo calldata info, uint256 amount) external {
        bytes32 hash = getHash(info);
        if (paymentState[hash].hasCollectedPayment || amount > info.maxAmount) revert NothingToMove();
        paymentState[hash] = PaymentState(true, uint120(amount), 0);
        TestToken(info.token).transferFrom(info.payer, address(this), amount);
        emit PaymentAuthorized(hash, info, amount, address(this));
    }

    function capture(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver) external {
        bytes32 hash = held(info, amount);
        paymentState[hash].capturableAmount -= uint120(amount);
        TestToken(info.token).transfer(info.receiver, amount);
        emit PaymentCaptured(hash, amount, feeBps, feeReceiver);
    }

    function void(PaymentInfo calldata info) external {
        bytes32 hash = held(info, 1);
        uint256 amount = paymentState[hash].capturableAmount;
        paymentState[hash].capturableAmount = 0;
        TestToken(info.token).transfer(info.payer, amount);
        emit PaymentVoided(hash, amount);
    }

    function held(PaymentInfo calldata info, uint256 least) private view returns (bytes32 hash) {
        if (msg.sender != info.operator) revert NotTheOperator();
        hash = getHash(info);
        if (paymentState[hash].capturableAmount < least) revert NothingToMove();
    }
}

/// An adapter that the parties name as operator. It captures and voids as the court's instruction says.
contract AuthCaptureAdapter is CourtInstruction {
    AuthCaptureEscrow public immutable escrow;

    error OtherPayment();

    constructor(address court_, string memory name, AuthCaptureEscrow escrow_)
        CourtInstruction(court_, name, address(escrow_), "x402r")
    {
        escrow = escrow_;
    }

    function pay(Instruction calldata told, bytes calldata signature, AuthCaptureEscrow.PaymentInfo calldata info)
        external
    {
        spend(told, signature);
        (, uint120 capturable,) = escrow.paymentState(told.holdRef);
        bool same = escrow.getHash(info) == told.holdRef && info.payer == told.payer && info.receiver == told.payee
            && info.token == told.asset && capturable == told.amountToPayee + told.amountToPayer;
        if (!same) revert OtherPayment();
        if (told.amountToPayee > 0) escrow.capture(info, told.amountToPayee, 0, address(0));
        if (told.amountToPayer > 0) escrow.void(info);
    }
}
