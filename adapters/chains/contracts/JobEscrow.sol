// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Tokens} from "./Tokens.sol";

/// An escrow of the kind `erc8183` for tests. The evaluator of a job completes it, which pays the provider, or rejects it, which
/// pays the client. Its job and events are those of the reference implementation that the standard names; its fee is
/// fixed, and there are no hooks and no claims in part.
abstract contract JobLedger {
    enum JobStatus {
        Open,
        Funded,
        Submitted,
        Completed,
        Rejected,
        Expired
    }

    struct Job {
        address client;
        JobStatus status;
        address provider;
        uint48 expiredAt;
        address evaluator;
        uint48 submittedAt;
        uint256 budget;
        address hook;
        address paymentToken;
        uint256 providerAgentId;
        string description;
        uint256 settledAmount;
        address payoutReceiver;
    }

    /// In basis points of what a completed job pays.
    uint256 public immutable evaluatorFeeBP;
    uint256 public jobCounter;
    mapping(uint256 jobId => Job) internal jobs;

    event JobFunded(uint256 indexed jobId, address indexed client, uint256 amount);
    event JobCompleted(uint256 indexed jobId, address indexed evaluator, bytes32 reason);
    event JobRejected(uint256 indexed jobId, address indexed rejector, bytes32 reason);
    event JobExpired(uint256 indexed jobId);
    event PaymentReleased(uint256 indexed jobId, address indexed recipient, uint256 amount);
    event EvaluatorFeePaid(uint256 indexed jobId, address indexed evaluator, uint256 amount);
    event Refunded(uint256 indexed jobId, address indexed client, uint256 amount);

    error Unauthorized();
    error WrongStatus();
    error UnexpectedFundedAmount();

    constructor(uint256 evaluatorFeeBP_) {
        evaluatorFeeBP = evaluatorFeeBP_;
    }

    /// Creates a job and funds it in one call. A token that takes a fee is refused.
    function fund(address provider, address evaluator, uint48 expiredAt, IToken token, uint256 budget)
        external
        returns (uint256 jobId)
    {
        jobId = ++jobCounter;
        Job storage job = jobs[jobId];
        job.client = msg.sender;
        job.status = JobStatus.Funded;
        job.provider = provider;
        job.expiredAt = expiredAt;
        job.evaluator = evaluator;
        job.budget = budget;
        job.paymentToken = address(token);
        uint256 had = token.balanceOf(address(this));
        Tokens.take(token, msg.sender, address(this), budget);
        if (token.balanceOf(address(this)) != had + budget) revert UnexpectedFundedAmount();
        emit JobFunded(jobId, msg.sender, budget);
    }

    function submit(uint256 jobId, bytes32, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Funded) revert WrongStatus();
        if (msg.sender != job.provider) revert Unauthorized();
        job.status = JobStatus.Submitted;
        job.submittedAt = uint48(block.timestamp);
    }

    function complete(uint256 jobId, bytes32 reason, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Submitted) revert WrongStatus();
        if (msg.sender != job.evaluator) revert Unauthorized();
        job.status = JobStatus.Completed;
        uint256 fee = job.budget * evaluatorFeeBP / 10_000;
        if (fee > 0) {
            Tokens.send(IToken(job.paymentToken), job.evaluator, fee);
            emit EvaluatorFeePaid(jobId, job.evaluator, fee);
        }
        Tokens.send(IToken(job.paymentToken), job.provider, job.budget - fee);
        emit PaymentReleased(jobId, job.provider, job.budget - fee);
        emit JobCompleted(jobId, msg.sender, reason);
    }

    function reject(uint256 jobId, bytes32 reason, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Funded && job.status != JobStatus.Submitted) revert WrongStatus();
        if (msg.sender != job.evaluator) revert Unauthorized();
        job.status = JobStatus.Rejected;
        refund(jobId, job);
        emit JobRejected(jobId, msg.sender, reason);
    }

    function claimRefund(uint256 jobId, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Funded && job.status != JobStatus.Submitted) revert WrongStatus();
        if (block.timestamp < job.expiredAt) revert WrongStatus();
        job.status = JobStatus.Expired;
        refund(jobId, job);
        emit JobExpired(jobId);
    }

    function refund(uint256 jobId, Job storage job) private {
        Tokens.send(IToken(job.paymentToken), job.client, job.budget);
        emit Refunded(jobId, job.client, job.budget);
    }
}

/// The escrow as the reference implementation has it now.
contract JobEscrow is JobLedger {
    constructor(uint256 evaluatorFeeBP_) JobLedger(evaluatorFeeBP_) {}

    function getJob(uint256 jobId) external view returns (Job memory) {
        return jobs[jobId];
    }
}

/// The escrow with the job of an earlier version of the reference implementation, which has its members in another order.
contract EarlierJobEscrow is JobLedger {
    struct EarlierJob {
        uint256 id;
        address client;
        address provider;
        address evaluator;
        string description;
        uint256 budget;
        uint256 expiredAt;
        JobStatus status;
        address hook;
        address paymentToken;
        uint256 providerAgentId;
        uint256 submittedAt;
    }

    constructor(uint256 evaluatorFeeBP_) JobLedger(evaluatorFeeBP_) {}

    function getJob(uint256 jobId) external view returns (EarlierJob memory job) {
        Job storage one = jobs[jobId];
        job.id = jobId;
        job.client = one.client;
        job.provider = one.provider;
        job.evaluator = one.evaluator;
        job.description = one.description;
        job.budget = one.budget;
        job.expiredAt = one.expiredAt;
        job.status = one.status;
        job.hook = one.hook;
        job.paymentToken = one.paymentToken;
        // Such as to look like the present form, whose description begins after so many bytes.
        job.providerAgentId = 13 * 32;
        job.submittedAt = one.submittedAt;
    }
}
