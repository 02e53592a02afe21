import { Global, Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

/** Gives every module the post. */
@Global()
@Module({ providers: [Mailer], exports: [Mailer] })
export class MailModule {}
