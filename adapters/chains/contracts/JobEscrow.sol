// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";
import {CourtInstruction} from "./CourtInstruction.sol";

/// An escrow of the kind `erc8183` for tests. The evaluator of a job completes it, which pays the provider, or rejects it, which
/// pays the client.
contract JobEscrow {
    enum JobStatus {
        Open,
        Funded,
        Submitted,
        Completed,
        Rejected,
        Expired
    }

    struct Job {
        uint256 id;
        address client;
        address provider;
        address evaluator;
        string description;
        uint256 budget;
        uint256 expiredAt;
        JobStatus status;
    }

    TestToken public immutable paymentToken;
    uint256 public jobCounter;
    mapping(uint256 jobId => Job) private jobs;

    event JobFunded(uint256 indexed jobId, address indexed client, uint256 amount);
    event JobCompleted(uint256 indexed jobId, address indexed evaluator, bytes32 reason);
    event JobRejected(uint256 indexed jobId, address indexed rejector, bytes32 reason);

    error NotTheEvaluator();
    error WrongStatus();

    constructor(TestToken token) {
        paymentToken = token;
    }

    function getJob(uint256 jobId) external view returns (Job memory) {
        return jobs[jobId];
    }

    /// Creates a job and funds it in one call.
    function fund(address provider, address evaluator, uint256 expiredAt, uint256 budget)
        external
        returns (uint256 jobId)
    {
        jobId = ++jobCounter;
        jobs[jobId] = Job(jobId, msg.sender, provider, evaluator, "", budget, expiredAt, JobStatus.Funded);
        paymentToken.transferFrom(msg.sender, address(this), budget);
        emit JobFunded(jobId, msg.sender, budget);
    }

    function submit(uint256 jobId) external {
        Job storage job = jobs[jobId];
        if (job.status != JobStatus.Funded || msg.sender != job.provider) revert WrongStatus();
        job.status = JobStatus.Submitted;
    }

    function complete(uint256 jobId, bytes32 reason) external {
        Job storage job = evaluated(jobId);
        if (job.status != JobStatus.Submitted) revert WrongStatus();
        job.status = JobStatus.Completed;
        paymentToken.transfer(job.provider, job.budget);
        emit JobCompleted(jobId, msg.sender, reason);
    }

    function reject(uint256 jobId, bytes32 reason) external {
        Job storage job = evaluated(jobId);
        if (job.status != JobStatus.Funded && job.status != JobStatus.Submitted) revert WrongStatus();
        job.status = JobStatus.Rejected;
        paymentToken.transfer(job.client, job.budget);
        emit JobRejected(jobId, msg.sender, reason);
    }

    function evaluated(uint256 jobId) private view returns (Job storage job) {
        job = jobs[jobId];
        if (msg.sender != job.evaluator) revert NotTheEvaluator();
    }
}

/// An adapter that the parties name as evaluator. It completes or rejects a job as the court's instruction says.
contract JobAdapter is CourtInstruction {
    JobEscrow public immutable escrow;

    error OtherPayment();

    constructor(address court_, string memory name, JobEscrow escrow_)
        CourtInstruction(court_, name, address(escrow_), "erc8183")
    {
        escrow = escrow_;
    }

    function pay(Instruction calldata told, bytes calldata signature) external {
        bytes32 digest = spend(told, signature);
        uint256 jobId = uint256(told.holdRef);
        JobEscrow.Job memory job = escrow.getJob(jobId);
        bool same = job.client == told.payer && job.provider == told.payee
            && address(escrow.paymentToken()) == told.asset && job.budget == told.amountToPayee + told.amountToPayer;
        if (!same) revert OtherPayment();
        if (told.amountToPayer == 0) escrow.complete(jobId, digest);
        else if (told.amountToPayee == 0) escrow.reject(jobId, digest);
        else revert OtherPayment();
    }
}
