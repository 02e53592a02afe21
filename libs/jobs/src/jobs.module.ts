import { Global, Module } from '@nestjs/common';
import { Jobs } from './jobs.js';

/** Gives every module the job queue. */
@Global()
@Module({ providers: [Jobs], exports: [Jobs] })
export class JobsModule {}
