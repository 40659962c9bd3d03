// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The accounts of a token of six decimals for tests, which anybody may mint. It has no constructor, so that a test can also put its
/// code at the address of a listed token.
abstract contract Ledger {
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

    function allow(address spender, uint256 value) internal {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function take(address from, address to, uint256 value) internal {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert Short(allowed, value);
        allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
    }

    function move(address from, address to, uint256 value) internal virtual {
        uint256 has = balanceOf[from];
        if (has < value) revert Short(has, value);
        balanceOf[from] = has - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// A token as the standard has it.
contract TestToken is Ledger {
    function approve(address spender, uint256 value) external returns (bool) {
        allow(spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        take(from, to, value);
        return true;
    }
}

/// A token that returns nothing, as some old ones do.
contract SilentToken is Ledger {
    function approve(address spender, uint256 value) external {
        allow(spender, value);
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        take(from, to, value);
    }
}

/// A token that keeps a hundredth of whatever is moved.
contract FeeToken is TestToken {
    function move(address from, address to, uint256 value) internal override {
        super.move(from, address(this), value / 100);
        super.move(from, to, value - value / 100);
    }
}

/// A token that calls a contract whenever it is moved, with what a test gives it, and keeps how that went.
contract CallingToken is TestToken {
    address public target;
    bytes public data;
    bool public called;
    bytes public failure;

    function callOnMove(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        if (target == address(0)) return;
        (bool done, bytes memory said) = target.call(data);
        called = true;
        if (!done) failure = said;
    }
}
