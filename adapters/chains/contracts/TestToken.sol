// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A token of six decimals for tests, which anybody may mint. It has no constructor, so that a test can also put its code at the
/// address of a listed token.
contract TestToken {
    string public constant name = "Test Dollar";
    string public constant symbol = "TUSD";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error Short(uint256 has, uint256 wants);

    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert Short(allowed, value);
        allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        uint256 has = balanceOf[from];
        if (has < value) revert Short(has, value);
        balanceOf[from] = has - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
