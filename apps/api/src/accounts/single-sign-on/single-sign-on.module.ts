import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { DomainChecks } from './domains/domain-checks.service.js';
import { DomainRecords } from './domains/domain-records.service.js';
import { DomainsController } from './domains/domains.controller.js';
import { Domains } from './domains/domains.service.js';
import { SignInKeysController } from './keys/sign-in-keys.controller.js';
import { SignInKeys } from './keys/sign-in-keys.service.js';
import { CertificateNotices } from './settings/certificate-notices.service.js';
import { SignInSettingsController } from './settings/sign-in-settings.controller.js';
import { SignInSettingsService } from './settings/sign-in-settings.service.js';
import { SamlController } from './saml/saml.controller.js';
import { SamlProviders } from './saml/saml-providers.service.js';
import { ArrivalResponder } from './sign-in/arrival-responder.js';
import { Arrivals } from './sign-in/arrivals.service.js';
import { OpenIdClients } from './sign-in/open-id-clients.service.js';
import { OrganizationSignIns } from './sign-in/organization-sign-ins.service.js';
import { ProvidedAccounts } from './sign-in/provided-accounts.service.js';
import { OrganizationSignInController } from './sign-in/sign-in.controller.js';
import { TrialsController } from './trial/trials.controller.js';
import { Trials } from './trial/trials.service.js';
import { PageResponder } from '../mail-pages/page-responder.js';
import { SuspendedSignIn } from './settings/suspended-sign-in.service.js';

@Module({
  imports: [IdentityModule, OrganizationsModule],
  controllers: [
    DomainsController,
    SignInSettingsController,
    SignInKeysController,
    TrialsController,
    OrganizationSignInController,
    SamlController,
  ],
  providers: [
    Domains,
    DomainRecords,
    DomainChecks,
    SignInSettingsService,
    SignInKeys,
    CertificateNotices,
    SuspendedSignIn,
    ArrivalResponder,
    PageResponder,
    Trials,
    Arrivals,
    OpenIdClients,
    OrganizationSignIns,
    ProvidedAccounts,
    SamlProviders,
  ],
})
export class SingleSignOnModule {}
