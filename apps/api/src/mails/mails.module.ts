import { Global, Module } from '@nestjs/common';
import { MailQueue } from './mail-queue.service.js';

/** Gives every module the ordering of mails. */
@Global()
@Module({ providers: [MailQueue], exports: [MailQueue] })
export class MailsModule {}
