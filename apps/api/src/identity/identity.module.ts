import { Module } from '@nestjs/common';
import { IdentityController } from './identity.controller.js';
import { IdentityService } from './identity.service.js';
import { MailedLinks } from './mailed-links.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInAnswer } from './sign-in-answer.js';

@Module({
  controllers: [IdentityController, SessionsController],
  providers: [IdentityService, SessionsService, MailedLinks, SignInAnswer],
  exports: [SessionsService, SignInAnswer],
})
export class IdentityModule {}
