import { Global, Module } from '@nestjs/common';
import { Mails } from './mails.service.js';

/** Gives every module the ordering of mails. */
@Global()
@Module({ providers: [Mails], exports: [Mails] })
export class MailsModule {}
