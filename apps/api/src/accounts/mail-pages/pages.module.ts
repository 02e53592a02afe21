import type { Settings } from '#libs/config';
import { type DynamicModule, Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { InvitationPage } from './invitation-page.js';
import { InvitationFormController, InvitationPageController } from './invitation.controller.js';
import { PageSignIn } from './page-sign-in.js';
import { ProviderPage } from './provider-page.js';
import { PageResponder } from './page-responder.js';
import { ResetPasswordController } from './reset-password.controller.js';
import { RestoreAddressController } from './restore-address.controller.js';
import { StyleController } from './style.controller.js';
import { UnlockCodesController } from './unlock-codes.controller.js';
import { VerificationPage } from './verification-page.js';
import { VerificationController } from './verification.controller.js';

/** Pages that a separate frontend replaces. */
const DEFAULT_PAGES = [
  InvitationPageController,
  InvitationFormController,
  ResetPasswordController,
  RestoreAddressController,
  UnlockCodesController,
];

/** Pages of mailed links. If there is a separate frontend, only the pages that mails always link to are served. */
@Module({})
export class PagesModule {
  static with({ appUrl, publicUrl }: Pick<Settings, 'appUrl' | 'publicUrl'>): DynamicModule {
    const elsewhere = appUrl !== publicUrl;
    return {
      module: PagesModule,
      imports: [IdentityModule, OrganizationsModule],
      controllers: [StyleController, VerificationController, ...(elsewhere ? [] : DEFAULT_PAGES)],
      providers: [PageResponder, PageSignIn, ProviderPage, InvitationPage, VerificationPage],
    };
  }
}
