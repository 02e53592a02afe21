import { Module } from '@nestjs/common';
import { AccountEventsController } from './trail/account-events.controller.js';
import { AccountEvents } from './trail/account-events.service.js';
import { AddressChanges } from './addresses/address-changes.service.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { AddressesService } from './addresses/addresses.service.js';
import { Belongings } from './leaving/belongings.js';
import { ForgetService } from './forget.service.js';
import { IdentityController } from './identity.controller.js';
import { IdentityService } from './identity.service.js';
import { LeavingController } from './leaving/leaving.controller.js';
import { Leaving } from './leaving/leaving.service.js';
import { MailedLinks } from './mailed-links/mailed-links.js';
import { OidcProvider } from './provider/oidc-provider.js';
import { OidcController } from './provider/oidc.controller.js';
import { OidcService } from './provider/oidc.service.js';
import { Passwords } from './passwords/passwords.service.js';
import { Challenges } from './second-factor/challenges.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SecondStep } from './second-factor/second-step.service.js';
import { ProviderAccounts } from './provider/provider-accounts.service.js';
import { Reclaiming } from './addresses/reclaiming.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInAnswer } from './sign-in/sign-in-answer.js';
import { SignIns } from './sign-in/sign-ins.service.js';
import { SignUpDoor } from './sign-in/sign-up-door.js';

@Module({
  controllers: [
    IdentityController,
    AddressesController,
    LeavingController,
    SessionsController,
    OidcController,
    SecondFactorController,
    AccountEventsController,
  ],
  providers: [
    IdentityService,
    AddressesService,
    AccountEvents,
    AddressChanges,
    Belongings,
    Leaving,
    ProviderAccounts,
    Reclaiming,
    SessionsService,
    Challenges,
    Passwords,
    SignIns,
    SecondFactors,
    SecondStep,
    MailedLinks,
    SignInAnswer,
    SignUpDoor,
    OidcProvider,
    OidcService,
    ForgetService,
  ],
  exports: [
    AddressesService,
    AddressChanges,
    Belongings,
    IdentityService,
    Passwords,
    OidcService,
    SecondStep,
    SessionsService,
    SignInAnswer,
    SignIns,
    SignUpDoor,
  ],
})
export class IdentityModule {}
