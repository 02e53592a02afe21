import { Global, Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

/** Provides the mailer to every module. */
@Global()
@Module({ providers: [Mailer], exports: [Mailer] })
export class MailModule {}
