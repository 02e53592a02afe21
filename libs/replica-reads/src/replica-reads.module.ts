import { Global, Module } from '@nestjs/common';
import { ReplicaReads } from './replica-reads.js';

/** Provides the replica reads to every module. */
@Global()
@Module({ providers: [ReplicaReads], exports: [ReplicaReads] })
export class ReplicaReadsModule {}
