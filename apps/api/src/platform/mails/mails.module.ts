import { Global, Module } from '@nestjs/common';
import { MailQueue } from './mail-queue.service.js';
import { Mailer } from './mailer.js';

/** Gives every module the ordering of mails, and what sends them. */
@Global()
@Module({ providers: [Mailer, MailQueue], exports: [Mailer, MailQueue] })
export class MailsModule {}
