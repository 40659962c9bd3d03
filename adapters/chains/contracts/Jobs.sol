// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A contract of jobs (ERC-8183), as far as an evaluator calls it. The standard has no fixed form of a job.
interface IJobs {
    function complete(uint256 jobId, bytes32 reason, bytes calldata optParams) external;
    function reject(uint256 jobId, bytes32 reason, bytes calldata optParams) external;
}

/// Reads a job in each form that the reference implementation has published with a token of its own for each job.
library Jobs {
    struct Job {
        address client;
        /// Who is paid when the job is completed. It is fixed once the job is funded.
        address payee;
        address token;
        uint256 left;
        /// Whether the work was submitted, or the job has ended.
        bool submitted;
    }

    /// The status of a job whose work was submitted. A later one is of a job that has ended.
    uint256 private constant SUBMITTED = 2;

    error UnknownForm();

    /// The description is the only member whose size varies, and its word says where the text begins: right after all members. This
    /// tells the forms apart. The earlier ones are tried first, because the word that they are known by is the evaluator's address
    /// in the present form, and no evaluator has such an address.
    function read(IJobs escrow, uint256 jobId) internal view returns (Job memory job) {
        (bool done, bytes memory said) = address(escrow).staticcall(abi.encodeWithSignature("getJob(uint256)", jobId));
        if (!done || said.length < 12 * 32) revert UnknownForm();
        uint256 text = word(said, 4);
        if (text == 11 * 32 || text == 12 * 32) {
            return Job(account(said, 1), account(said, 2), account(said, 9), word(said, 5), word(said, 7) >= SUBMITTED);
        }
        if (said.length < 14 * 32 || word(said, 10) != 13 * 32) revert UnknownForm();
        address receiver = account(said, 12);
        if (receiver == address(0)) receiver = account(said, 2);
        uint256 left = word(said, 6) - word(said, 11);
        return Job(account(said, 0), receiver, account(said, 8), left, word(said, 1) >= SUBMITTED);
    }

    /// A member by its place. The first word of an answer says where the members begin.
    function word(bytes memory said, uint256 place) private pure returns (uint256 value) {
        assembly ("memory-safe") {
            value := mload(add(said, mul(add(place, 2), 32)))
        }
    }

    function account(bytes memory said, uint256 place) private pure returns (address) {
        return address(uint160(word(said, place)));
    }
}
