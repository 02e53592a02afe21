import { Lenient, Text, TextParameter } from '#libs/fields';

const Onward = () =>
  TextParameter({ max: 2000, description: 'Where the page leads on to: a path, or an address on one of our origins.' });
const MailedToken = () => TextParameter({ description: 'From the mailed link.' });
const Field = (description?: string) => Text({ optional: true, description });
const NextPage = () => Field('Where the browser goes next: a path, or an address of our own origins.');

/**
 * What the link to a page says from which one can sign in at the provider, or the provider sends a browser back with.
 */
class ProviderReturnQuery {
  @Onward()
  callbackURL?: string;
  @TextParameter({ description: 'Back from the OpenID provider: the browser keeps the link.' })
  from?: string;
  @TextParameter({ description: 'The refusal with which the sign-in at the provider ended.' })
  error?: string;
  @TextParameter({ description: 'The sign-in at the provider waits for the second factor.' })
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
  @TextParameter({ max: 100, description: 'The invitation, from the mailed link.' })
  id?: string;
  @TextParameter({ max: 100, description: 'Its secret, from the mailed link.' })
  token?: string;
}

@Lenient()
export class InvitationForm {
  @Field('`accept` when absent; `reject`, `reset` for a link to a new password, `provider` to sign in there.')
  do?: string;
  @Field('The invitation, from the mailed link.')
  id?: string;
  @Field('Its secret, from the mailed link.')
  token?: string;
  @NextPage()
  callbackURL?: string;
  @Field('Of a new account.')
  name?: string;
  @Field('Where the link has no secret.')
  email?: string;
  @Field()
  password?: string;
  @Field('Of the session that looked at the page, for this invitation only; instead of a password.')
  ticket?: string;
  @Field('Of the sign-in that waits for the second factor.')
  challenge?: string;
  @Field('Of the second factor, or a backup code.')
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
  @Field('From the mailed link.')
  token?: string;
  @NextPage()
  callbackURL?: string;
  @Field('Of the account.')
  password?: string;
  @Field('Of the sign-in that waits for the second factor.')
  challenge?: string;
  @Field('Of the second factor, or a backup code.')
  code?: string;
}

/** What the link to restore an address says. */
export class RestoreLinkQuery {
  @MailedToken()
  token?: string;
}

@Lenient()
export class NewPasswordForm {
  @Field('From the mailed link.')
  token?: string;
  @Field('8 to 128 characters.')
  password?: string;
  @Field('Where the browser goes afterwards: a path, or an address of our own origins.')
  redirectTo?: string;
  @Field('Ticked where somebody else got in: all that was made lately is suspended.')
  somebodyElse?: string;
}

@Lenient()
export class RestoreForm {
  @Field('From the mailed link.')
  token?: string;
}

/** What the link after too many wrong codes says. */
export class UnlockLinkQuery {
  @MailedToken()
  token?: string;
}

@Lenient()
export class UnlockForm {
  @Field('From the mailed link.')
  token?: string;
}
