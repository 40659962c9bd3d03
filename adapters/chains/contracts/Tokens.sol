// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token (ERC-20). Some listed ones return nothing from the functions that move it, so these declare no result.
interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external;
    function transferFrom(address from, address to, uint256 value) external;
}

/// Moves tokens. A token that returns nothing has moved if it did not revert; one that returns false has not.
library Tokens {
    error NotMoved();

    function send(IToken token, address to, uint256 value) internal {
        checked(token, abi.encodeCall(token.transfer, (to, value)));
    }

    function take(IToken token, address from, address to, uint256 value) internal {
        checked(token, abi.encodeCall(token.transferFrom, (from, to, value)));
    }

    function checked(IToken token, bytes memory call) private {
        (bool done, bytes memory said) = address(token).call(call);
        if (!done) {
            // The token's own error says more than one of this library would.
            assembly ("memory-safe") {
                revert(add(said, 32), mload(said))
            }
        }
        if (address(token).code.length == 0 || (said.length > 0 && !abi.decode(said, (bool)))) revert NotMoved();
    }
}
