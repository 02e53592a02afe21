import { Global, Module } from '@nestjs/common';
import { Mail } from './mail.js';

/** Gives every module the post. */
@Global()
@Module({ providers: [Mail], exports: [Mail] })
export class MailModule {}
