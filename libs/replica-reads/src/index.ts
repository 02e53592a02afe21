export { ReplicaReads } from './replica-reads.js';
export { ReplicaReadsModule } from './replica-reads.module.js';
export { faultOfStandby, STANDBY_STATE, type StandbyState } from './standby-state.js';
