// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Tokens} from "./Tokens.sol";

/// Keeps the tokens of one operator, as the published escrow does.
contract TokenStore {
    address private immutable escrow = msg.sender;

    error OnlyTheEscrow();

    function sendTokens(IToken token, address to, uint256 value) external {
        if (msg.sender != escrow) revert OnlyTheEscrow();
        Tokens.send(token, to, value);
    }
}

/// An escrow of the kind `x402r` for tests. The payer authorises a payment; its operator captures a part and voids the rest.
/// It has only those functions of the published escrow that the court reads or the adapter calls. The two published deployments
/// differ in how `capture` is told its fee, so each has a contract below.
abstract contract AuthCaptureEscrow {
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
    uint256 internal constant WHOLE = 10_000;

    mapping(bytes32 paymentInfoHash => PaymentState) public paymentState;
    mapping(address operator => TokenStore) public getTokenStore;

    event PaymentAuthorized(
        bytes32 indexed paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector
    );
    event PaymentVoided(bytes32 indexed paymentInfoHash, uint256 amount);
    event PaymentReclaimed(bytes32 indexed paymentInfoHash, uint256 amount);

    error InvalidSender(address sender, address expected);
    error InsufficientAuthorization(bytes32 paymentInfoHash, uint256 authorizedAmount, uint256 requestedAmount);
    error AfterAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error BeforeAuthorizationExpiry(uint48 timestamp, uint48 expiry);
    error TokenCollectionFailed();
    error ZeroFeeReceiver();
    error InvalidFeeReceiver(address attempted, address expected);

    function getHash(PaymentInfo calldata info) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), keccak256(abi.encode(INFO, info))));
    }

    /// A token that takes a fee is refused here, because the store would hold less than the payment says.
    function authorize(PaymentInfo calldata info, uint256 amount) external {
        bytes32 hash = getHash(info);
        if (paymentState[hash].hasCollectedPayment || amount > info.maxAmount) {
            revert InsufficientAuthorization(hash, info.maxAmount, amount);
        }
        paymentState[hash] = PaymentState(true, uint120(amount), 0);
        emit PaymentAuthorized(hash, info, amount, address(this));
        TokenStore store = getTokenStore[info.operator];
        if (address(store) == address(0)) store = getTokenStore[info.operator] = new TokenStore();
        IToken token = IToken(info.token);
        uint256 had = token.balanceOf(address(store));
        Tokens.take(token, info.payer, address(store), amount);
        if (token.balanceOf(address(store)) != had + amount) revert TokenCollectionFailed();
    }

    function void(PaymentInfo calldata info) external {
        if (msg.sender != info.operator) revert InvalidSender(msg.sender, info.operator);
        (bytes32 hash, uint256 amount) = emptied(info);
        emit PaymentVoided(hash, amount);
        getTokenStore[info.operator].sendTokens(IToken(info.token), info.payer, amount);
    }

    function reclaim(PaymentInfo calldata info) external {
        if (msg.sender != info.payer) revert InvalidSender(msg.sender, info.payer);
        if (block.timestamp < info.authorizationExpiry) {
            revert BeforeAuthorizationExpiry(uint48(block.timestamp), info.authorizationExpiry);
        }
        (bytes32 hash, uint256 amount) = emptied(info);
        emit PaymentReclaimed(hash, amount);
        getTokenStore[info.operator].sendTokens(IToken(info.token), info.payer, amount);
    }

    function emptied(PaymentInfo calldata info) private returns (bytes32 hash, uint256 amount) {
        hash = getHash(info);
        amount = paymentState[hash].capturableAmount;
        if (amount == 0) revert InsufficientAuthorization(hash, 0, 1);
        paymentState[hash].capturableAmount = 0;
    }

    function captured(PaymentInfo calldata info, uint256 amount) internal returns (bytes32 hash) {
        if (msg.sender != info.operator) revert InvalidSender(msg.sender, info.operator);
        if (block.timestamp >= info.authorizationExpiry) {
            revert AfterAuthorizationExpiry(uint48(block.timestamp), info.authorizationExpiry);
        }
        hash = getHash(info);
        PaymentState storage state = paymentState[hash];
        if (amount == 0 || state.capturableAmount < amount) {
            revert InsufficientAuthorization(hash, state.capturableAmount, amount);
        }
        state.capturableAmount -= uint120(amount);
        state.refundableAmount += uint120(amount);
    }

    function checkReceiver(PaymentInfo calldata info, uint256 fee, address feeReceiver) internal pure {
        if (feeReceiver == address(0) && fee > 0) revert ZeroFeeReceiver();
        if (info.feeReceiver != address(0) && info.feeReceiver != feeReceiver) {
            revert InvalidFeeReceiver(feeReceiver, info.feeReceiver);
        }
    }

    function distribute(PaymentInfo calldata info, uint256 amount, uint256 fee, address feeReceiver) internal {
        TokenStore store = getTokenStore[info.operator];
        if (fee > 0) store.sendTokens(IToken(info.token), feeReceiver, fee);
        if (amount > fee) store.sendTokens(IToken(info.token), info.receiver, amount - fee);
    }
}

/// The deployment v1.0: the fee is told in basis points.
contract AuthCaptureEscrowV10 is AuthCaptureEscrow {
    event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver);

    error FeeBpsOutOfRange(uint16 feeBps, uint16 minFeeBps, uint16 maxFeeBps);

    function capture(PaymentInfo calldata info, uint256 amount, uint16 feeBps, address feeReceiver) external {
        if (feeBps < info.minFeeBps || feeBps > info.maxFeeBps) {
            revert FeeBpsOutOfRange(feeBps, info.minFeeBps, info.maxFeeBps);
        }
        checkReceiver(info, feeBps, feeReceiver);
        emit PaymentCaptured(captured(info, amount), amount, feeBps, feeReceiver);
        distribute(info, amount, amount * feeBps / WHOLE, feeReceiver);
    }
}

/// The deployment v1.1: the fee is told in units of the token.
contract AuthCaptureEscrowV11 is AuthCaptureEscrow {
    event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint256 feeAmount, address feeReceiver);

    error FeeAmountOutOfRange(uint256 feeAmount, uint256 minFee, uint256 maxFee);

    function capture(PaymentInfo calldata info, uint256 amount, uint256 feeAmount, address feeReceiver) external {
        (uint256 least, uint256 most) = (amount * info.minFeeBps / WHOLE, amount * info.maxFeeBps / WHOLE);
        if (feeAmount < least || feeAmount > most) revert FeeAmountOutOfRange(feeAmount, least, most);
        checkReceiver(info, feeAmount, feeReceiver);
        emit PaymentCaptured(captured(info, amount), amount, feeAmount, feeReceiver);
        distribute(info, amount, feeAmount, feeReceiver);
    }
}
