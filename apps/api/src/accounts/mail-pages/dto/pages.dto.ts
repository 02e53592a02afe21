import { Lenient, Text, TextParameter } from '#libs/fields';

const Onward = () =>
  TextParameter({
    max: 2000,
    description: 'The target of the link on the page: a path, or a URL on an origin of this service.',
  });
const MailedToken = () => TextParameter({ description: 'The token of the emailed link.' });
const Field = (description?: string) => Text({ optional: true, description });
const NextPage = () => Field('Redirect target: a path, or a URL on an origin of this service.');

/**
 * What the link to a page says from which one can sign in at the provider, or the provider sends a browser back with.
 */
class ProviderReturnQuery {
  @Onward()
  callbackURL?: string;
  @TextParameter({ description: 'Returned from the OpenID Connect provider; the link is kept in a cookie.' })
  from?: string;
  @TextParameter({ description: 'The error code of the sign-in at the provider.' })
  error?: string;
  @TextParameter({ description: 'The sign-in at the provider requires the second factor.' })
  twoFactorRedirect?: string;
}

/** What the link to a new password says. */
export class NewPasswordLinkQuery {
  @MailedToken()
  token?: string;
  @Onward()
  redirectTo?: string;
}

/** What the link of a mailed invitation says. */
export class InvitationLinkQuery extends ProviderReturnQuery {
  @TextParameter({ max: 100, description: 'The id of the invitation, from the emailed link.' })
  id?: string;
  @TextParameter({ max: 100, description: 'The token of the invitation, from the emailed link.' })
  token?: string;
}

@Lenient()
export class InvitationForm {
  @Field('`accept` if absent; `reject`, `reset` to request a password link, `provider` to sign in there.')
  do?: string;
  @Field('The id of the invitation, from the emailed link.')
  id?: string;
  @Field('The token of the invitation, from the emailed link.')
  token?: string;
  @NextPage()
  callbackURL?: string;
  @Field('The name of the new account.')
  name?: string;
  @Field('For links without a token.')
  email?: string;
  @Field()
  password?: string;
  @Field('Issued to the session that opened the page, for this invitation only; replaces the password.')
  ticket?: string;
  @Field('The token of the sign-in that requires the second factor.')
  challenge?: string;
  @Field('A second-factor code or a backup code.')
  code?: string;
}

/** What the link that proves an address says. */
export class VerificationLinkQuery extends ProviderReturnQuery {
  @MailedToken()
  token?: string;
}

@Lenient()
export class VerificationForm {
  @Field('`provider` to sign in there.')
  do?: string;
  @Field('The token of the emailed link.')
  token?: string;
  @NextPage()
  callbackURL?: string;
  @Field('The password of the account.')
  password?: string;
  @Field('The token of the sign-in that requires the second factor.')
  challenge?: string;
  @Field('A second-factor code or a backup code.')
  code?: string;
}

/** What the link to restore an address says. */
export class RestoreLinkQuery {
  @MailedToken()
  token?: string;
}

@Lenient()
export class NewPasswordForm {
  @Field('The token of the emailed link.')
  token?: string;
  @Field('8 to 128 characters.')
  password?: string;
  @Field('Redirect target afterwards: a path, or a URL on an origin of this service.')
  redirectTo?: string;
  @Field('Set if another person had access: recently created items are suspended.')
  somebodyElse?: string;
}

@Lenient()
export class RestoreForm {
  @Field('The token of the emailed link.')
  token?: string;
}

/** What the link after too many wrong codes says. */
export class UnlockLinkQuery {
  @MailedToken()
  token?: string;
}

@Lenient()
export class UnlockForm {
  @Field('The token of the emailed link.')
  token?: string;
}
