import { Module } from '@nestjs/common';
import { AccountEventsController } from './account-events/account-events.controller.js';
import { AccountEvents } from './account-events/account-events.service.js';
import { AddressChanges } from './addresses/address-changes.service.js';
import { AddressesController } from './addresses/addresses.controller.js';
import { AddressesService } from './addresses/addresses.service.js';
import { AccountHookRegistry } from './leaving/account-hooks.js';
import { ExportedPreferences } from './preferences/exported-preferences.js';
import { PurgeExpiredService } from './purge-expired.service.js';
import { IdentityController } from './identity.controller.js';
import { IdentityService } from './identity.service.js';
import { LeavingController } from './leaving/leaving.controller.js';
import { AccountDeletion } from './leaving/account-deletion.service.js';
import { MailedLinks } from './mailed-links/mailed-links.js';
import { OidcProvider } from './provider/oidc-provider.js';
import { OidcController } from './provider/oidc.controller.js';
import { OidcService } from './provider/oidc.service.js';
import { AccountNetworks } from './networks/account-networks.service.js';
import { AccessKinds } from './recovery/access-kinds.js';
import { ProofsController } from './proof/proofs.controller.js';
import { Proofs } from './proof/proofs.service.js';
import { RecoveriesController } from './recovery/recoveries.controller.js';
import { Recoveries } from './recovery/recoveries.service.js';
import { Passwords } from './passwords/passwords.service.js';
import { Challenges } from './second-factor/challenges.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.service.js';
import { SecondFactorVerification } from './second-factor/second-factor-verification.service.js';
import { ProviderAccounts } from './provider/provider-accounts.service.js';
import { AccountRecovery } from './addresses/account-recovery.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SessionTransport } from './sign-in/session-transport.js';
import { NewDeviceMails } from './sign-in/new-device-mails.service.js';
import { SignIns } from './sign-in/sign-ins.service.js';
import { SignUpPolicy } from './sign-in/sign-up-policy.js';

@Module({
  controllers: [
    IdentityController,
    AddressesController,
    LeavingController,
    SessionsController,
    OidcController,
    SecondFactorController,
    AccountEventsController,
    ProofsController,
    RecoveriesController,
  ],
  providers: [
    IdentityService,
    AddressesService,
    AccessKinds,
    Proofs,
    Recoveries,
    AccountEvents,
    AccountNetworks,
    AddressChanges,
    AccountHookRegistry,
    AccountDeletion,
    ProviderAccounts,
    AccountRecovery,
    SessionsService,
    Challenges,
    Passwords,
    SignIns,
    NewDeviceMails,
    SecondFactors,
    SecondFactorVerification,
    MailedLinks,
    SessionTransport,
    SignUpPolicy,
    OidcProvider,
    OidcService,
    PurgeExpiredService,
    ExportedPreferences,
  ],
  exports: [
    AccessKinds,
    AddressesService,
    AddressChanges,
    AccountHookRegistry,
    IdentityService,
    Passwords,
    OidcService,
    SecondFactorVerification,
    SessionsService,
    SessionTransport,
    SignIns,
    SignUpPolicy,
  ],
})
export class IdentityModule {}
