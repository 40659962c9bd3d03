// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IToken, Tokens} from "./Tokens.sol";

/// An escrow of the kind `erc8183` for tests. The evaluator of a job completes it, which pays the provider, or rejects it, which
/// pays the client. Its job, functions and events are those of the reference implementation that the standard names; its fee is
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

    event JobCreated(
        uint256 indexed jobId,
        address indexed client,
        address indexed provider,
        address evaluator,
        uint256 expiredAt,
        address hook
    );
    event BudgetSet(uint256 indexed jobId, address indexed token, uint256 amount);
    event JobFunded(uint256 indexed jobId, address indexed client, uint256 amount);
    event JobSubmitted(uint256 indexed jobId, address indexed provider, bytes32 deliverable);
    event JobCompleted(uint256 indexed jobId, address indexed evaluator, bytes32 reason);
    event JobRejected(uint256 indexed jobId, address indexed rejector, bytes32 reason);
    event JobExpired(uint256 indexed jobId);
    event PaymentReleased(uint256 indexed jobId, address indexed recipient, uint256 amount);
    event EvaluatorFeePaid(uint256 indexed jobId, address indexed evaluator, uint256 amount);
    event Refunded(uint256 indexed jobId, address indexed client, uint256 amount);

    error Unauthorized();
    error WrongStatus();
    error UnexpectedFundedAmount();
    error BudgetMismatch();

    constructor(uint256 evaluatorFeeBP_) {
        evaluatorFeeBP = evaluatorFeeBP_;
    }

    /// Opens a job of the caller, without a hook.
    function createJob(
        address provider,
        address evaluator,
        uint256 expiredAt,
        string calldata description,
        address,
        uint256 providerAgentId
    ) external returns (uint256 jobId) {
        jobId = open(provider, evaluator, uint48(expiredAt));
        jobs[jobId].description = description;
        jobs[jobId].providerAgentId = providerAgentId;
    }

    function setBudget(uint256 jobId, address token, uint256 amount, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Open) revert WrongStatus();
        if (msg.sender != job.client && msg.sender != job.provider) revert Unauthorized();
        price(jobId, token, amount);
    }

    function fund(uint256 jobId, uint256 expectedBudget, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Open) revert WrongStatus();
        if (msg.sender != job.client) revert Unauthorized();
        if (job.budget != expectedBudget) revert BudgetMismatch();
        take(jobId);
    }

    /// Creates a job and funds it in one call. The standard has no such function.
    function fund(address provider, address evaluator, uint48 expiredAt, IToken token, uint256 budget)
        external
        returns (uint256 jobId)
    {
        jobId = open(provider, evaluator, expiredAt);
        price(jobId, address(token), budget);
        take(jobId);
    }

    function open(address provider, address evaluator, uint48 expiredAt) private returns (uint256 jobId) {
        jobId = ++jobCounter;
        Job storage job = jobs[jobId];
        job.client = msg.sender;
        job.provider = provider;
        job.expiredAt = expiredAt;
        job.evaluator = evaluator;
        emit JobCreated(jobId, msg.sender, provider, evaluator, expiredAt, address(0));
    }

    function price(uint256 jobId, address token, uint256 amount) private {
        jobs[jobId].paymentToken = token;
        jobs[jobId].budget = amount;
        emit BudgetSet(jobId, token, amount);
    }

    /// Takes the budget of a job from its client. A token that takes a fee is refused.
    function take(uint256 jobId) private {
        Job storage job = jobs[jobId];
        IToken token = IToken(job.paymentToken);
        job.status = JobStatus.Funded;
        uint256 had = token.balanceOf(address(this));
        Tokens.take(token, msg.sender, address(this), job.budget);
        if (token.balanceOf(address(this)) != had + job.budget) revert UnexpectedFundedAmount();
        emit JobFunded(jobId, msg.sender, job.budget);
    }

    function submit(uint256 jobId, bytes32 deliverable, bytes calldata) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Funded) revert WrongStatus();
        if (msg.sender != job.provider) revert Unauthorized();
        job.status = JobStatus.Submitted;
        job.submittedAt = uint48(block.timestamp);
        emit JobSubmitted(jobId, msg.sender, deliverable);
    }

    function complete(uint256 jobId, bytes32 reason, bytes calldata) external virtual {
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
        bool opened = job.status == JobStatus.Open;
        if (!opened && job.status != JobStatus.Funded && job.status != JobStatus.Submitted) revert WrongStatus();
        if (msg.sender != (opened ? job.client : job.evaluator)) revert Unauthorized();
        job.status = JobStatus.Rejected;
        if (!opened) refund(jobId, job);
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

/// A contract that says that the client completed a job, whoever calls it and already when it is deployed.
contract LyingJobs is JobEscrow {
    constructor(address client, address provider) JobEscrow(0) {
        jobs[++jobCounter].client = client;
        jobs[jobCounter].provider = provider;
        jobs[jobCounter].evaluator = client;
        announce(jobCounter);
    }

    /// Whatever is completed, it says that this was the first job, without a reason.
    function complete(uint256, bytes32, bytes calldata) external override {
        announce(1);
    }

    function announce(uint256 jobId) public {
        jobs[jobId].status = JobStatus.Completed;
        emit JobCompleted(jobId, jobs[jobId].client, 0);
    }
}
