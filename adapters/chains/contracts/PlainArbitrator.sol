// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ArbitrableEscrow, IArbitrator} from "./ArbitrableEscrow.sol";

/// An arbitrator for tests that rules as anybody says. It counts its disputes from 0, as an arbitrator may.
contract PlainArbitrator is IArbitrator {
    uint256 private disputes;

    function arbitrationCost(bytes calldata) external pure returns (uint256 cost) {
        return 0;
    }

    function createDispute(uint256, bytes calldata) external payable returns (uint256 disputeID) {
        disputeID = disputes++;
    }

    function rule(ArbitrableEscrow escrow, uint256 disputeID, uint256 ruling) external {
        escrow.rule(disputeID, ruling);
    }
}
