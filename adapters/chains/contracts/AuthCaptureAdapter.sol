// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AuthCaptureEscrow, AuthCaptureEscrowV10, AuthCaptureEscrowV11} from "./AuthCaptureEscrow.sol";
import {CourtInstruction} from "./CourtInstruction.sol";

/// An adapter that the parties name as operator of their payment. It captures and voids as the court's instruction says.
///
/// A payment may owe a fee to a third party. The adapter takes the least fee that the payment allows, and the payee receives its
/// part less that fee. So an instruction that gives the payee 100 units of a payment with `minFeeBps` 250 moves 97.5 to the payee
/// and 2.5 to `feeReceiver`. What goes back to the payer bears no fee. If the payment leaves the receiver of its fee open, the
/// payee receives that too, because nobody else is owed it.
///
/// An instruction that gives the payer nothing may pay the payee a part. The rest then stays in the escrow for a later instruction.
contract AuthCaptureAdapter is CourtInstruction {
    AuthCaptureEscrow public immutable escrow;
    /// Whether `capture` is told its fee in units of the token (deployment v1.1) or in basis points (v1.0).
    bool public immutable feeInUnits;

    error UnknownDeployment();

    /// Tells the two deployments apart by the functions in the code of the escrow, since each is published at several addresses.
    constructor(address court_, string memory name, AuthCaptureEscrow escrow_)
        CourtInstruction(court_, name, address(escrow_), "x402r")
    {
        escrow = escrow_;
        bytes memory code = address(escrow_).code;
        feeInUnits = dispatches(code, AuthCaptureEscrowV11.capture.selector);
        if (feeInUnits == dispatches(code, AuthCaptureEscrowV10.capture.selector)) revert UnknownDeployment();
    }

    /// Each side of a payment registers its hold (`enter`). The hash of the payment shows that the caller is a side of it.
    function register(AuthCaptureEscrow.PaymentInfo calldata info, bytes32 holdId) external {
        enter(escrow.getHash(info), holdId, info.payer, info.receiver);
    }

    function pay(Instruction calldata told, bytes calldata signature, AuthCaptureEscrow.PaymentInfo calldata info)
        external
    {
        spend(told, signature);
        (, uint120 capturable,) = escrow.paymentState(told.holdRef);
        bool same = escrow.getHash(info) == told.holdRef && info.payer == told.payer && info.receiver == told.payee
            && info.token == told.asset;
        uint256 moved = told.amountToPayee + told.amountToPayer;
        bool whole = capturable == moved;
        bool part = told.amountToPayer == 0 && capturable > moved;
        if (!same || !(whole || part)) revert OtherPayment();
        if (told.amountToPayee > 0) capture(info, told.amountToPayee);
        if (told.amountToPayer > 0) escrow.void(info);
    }

    function capture(AuthCaptureEscrow.PaymentInfo calldata info, uint256 amount) private {
        address to = info.feeReceiver == address(0) ? info.receiver : info.feeReceiver;
        if (feeInUnits) {
            AuthCaptureEscrowV11(address(escrow)).capture(info, amount, amount * info.minFeeBps / 10_000, to);
        } else {
            AuthCaptureEscrowV10(address(escrow)).capture(info, amount, info.minFeeBps, to);
        }
    }

    /// Whether code compares the selector of a call with this one: PUSH4, then the selector.
    function dispatches(bytes memory code, bytes4 selector) private pure returns (bool found) {
        bytes5 wanted = bytes5(abi.encodePacked(hex"63", selector));
        for (uint256 offset = 32; offset + 5 <= code.length + 32 && !found; offset++) {
            bytes32 word;
            assembly ("memory-safe") {
                word := mload(add(code, offset))
            }
            found = bytes5(word) == wanted;
        }
    }
}
