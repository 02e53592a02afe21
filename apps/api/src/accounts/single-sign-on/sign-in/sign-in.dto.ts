import { CheckTogether, Choice, Email, HttpUrl, Lenient, named, Flag, Text, TextParameter } from '#libs/fields';

const PURPOSES = named(
  'SignInPurpose',
  ['sign_in', 'prove', 'link'],
  '`prove` and `link` apply to the current session: the provider confirms the identity of its user, or is linked to the account.',
);

/** By which organization's provider somebody signs in: that of the address, or the one that is named. */
@Lenient()
@CheckTogether<SignInSso>(({ email, organizationSlug }) =>
  (email === undefined) === (organizationSlug === undefined)
    ? [{ path: '', code: 'required', message: 'Send either email or organizationSlug' }]
    : [],
)
export class SignInSso {
  @Email({ optional: true })
  email?: string;
  @Text({ optional: true, max: 200 })
  organizationSlug?: string;
  @Choice(PURPOSES, { optional: true, description: 'If absent, `sign_in`.' })
  purpose?: 'sign_in' | 'prove' | 'link';
  @Text({ optional: true, max: 2000, description: 'A path, or a URL on an origin of this service; `/` if absent.' })
  callbackURL?: string;
  @Text({
    optional: true,
    max: 2000,
    description: 'Redirect target for errors, with `?error=<code>`; if absent, errors are shown as a page.',
  })
  errorCallbackURL?: string;
}

/** Where to go to sign in by the provider of an organization. */
export class SignInAtOrganization {
  @HttpUrl({ max: 16_000, description: 'The sign-in page of the provider.' })
  url: string;
  @Flag({ description: 'True: the client should redirect there.' })
  redirect: boolean;
}

/** Where to go on after signing in. */
export class StartQuery {
  @TextParameter({ max: 2000, description: 'A path, or a URL on an origin of this service; `/` if absent.' })
  callbackURL?: string;
}
