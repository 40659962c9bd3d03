// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet for tests that approves what its owner signed (ERC-1271).
contract OwnedWallet {
    address private immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        bool signed = ecrecover(hash, uint8(signature[64]), r, s) == owner;
        return signed ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Wallets for tests that don't answer as the standard says.
contract OddWallet {
    enum Manner {
        MoreBytes,
        FewerBytes,
        Reverts,
        BurnsGas,
        FloodsMemory
    }

    Manner private immutable manner;

    constructor(Manner manner_) {
        manner = manner_;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        bytes4 approval = 0x1626ba7e;
        if (manner == Manner.MoreBytes) return abi.encode(approval, uint256(1));
        if (manner == Manner.FewerBytes) return abi.encodePacked(approval);
        if (manner == Manner.Reverts) revert("not today");
        if (manner == Manner.FloodsMemory) return new bytes(400_000);
        uint256 turns = 0;
        while (gasleft() > 0) turns++;
        return abi.encode(approval);
    }
}
