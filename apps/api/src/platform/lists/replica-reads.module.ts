import { Global, Module } from '@nestjs/common';
import { Heartbeat } from './heartbeat.js';
import { ReplicaReads } from './replica-reads.js';

/** Provides the replica reads to every module. */
@Global()
@Module({ providers: [ReplicaReads, Heartbeat], exports: [ReplicaReads] })
export class ReplicaReadsModule {}
