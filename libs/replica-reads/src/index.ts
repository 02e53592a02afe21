export { ReplicaReads } from './replica-reads.js';
export { ReplicaReadsModule } from './replica-reads.module.js';
