// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Makes several calls in one transaction, for tests of a transaction that does several things.
contract Bundle {
    struct Call {
        address to;
        bytes data;
    }

    function run(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory said) = calls[i].to.call(calls[i].data);
            if (done) continue;
            assembly ("memory-safe") {
                revert(add(said, 32), mload(said))
            }
        }
    }
}

/// Says that it captured payments of the kind `x402r`, and moves nothing.
contract Announcer {
    event PaymentCaptured(bytes32 indexed paymentInfoHash, uint256 amount, uint256 feeAmount, address feeReceiver);

    function paymentState(bytes32) external pure returns (bool, uint120, uint120) {
        return (true, 0, 0);
    }

    function announce(bytes32 paymentInfoHash, uint256 amount) external {
        emit PaymentCaptured(paymentInfoHash, amount, 0, address(0));
    }
}
