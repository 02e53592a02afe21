import { Global, Module } from '@nestjs/common';
import { ReplicaReads } from './replica-reads.js';

/** Gives every module the place where lists are read. */
@Global()
@Module({ providers: [ReplicaReads], exports: [ReplicaReads] })
export class ReplicaReadsModule {}
