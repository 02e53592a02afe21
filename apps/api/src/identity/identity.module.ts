import { Module } from '@nestjs/common';
import { ForgetService } from './forget.service.js';
import { IdentityController } from './identity.controller.js';
import { IdentityService } from './identity.service.js';
import { MailedLinks } from './mailed-links.js';
import { OidcProvider } from './oidc-provider.js';
import { OidcController } from './oidc.controller.js';
import { OidcService } from './oidc.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInAnswer } from './sign-in-answer.js';

@Module({
  controllers: [IdentityController, SessionsController, OidcController],
  providers: [IdentityService, SessionsService, MailedLinks, SignInAnswer, OidcProvider, OidcService, ForgetService],
  exports: [SessionsService, SignInAnswer],
})
export class IdentityModule {}
