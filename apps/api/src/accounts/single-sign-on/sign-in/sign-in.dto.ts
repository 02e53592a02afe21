import { CheckTogether, Choice, Email, HttpUrl, Lenient, named, Flag, Text, TextParameter } from '#libs/fields';

const PURPOSES = named(
  'SignInPurpose',
  ['sign_in', 'prove', 'link'],
  '`prove` and `link` are of the session that asks: the provider proves who is in it, or is linked to its account.',
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
  @Choice(PURPOSES, { optional: true, description: '`sign_in` when absent.' })
  purpose?: 'sign_in' | 'prove' | 'link';
  @Text({ optional: true, max: 2000, description: 'A path, or an address on one of our own origins; `/` when absent.' })
  callbackURL?: string;
  @Text({
    optional: true,
    max: 2000,
    description: 'Where refusals go, with `?error=<code>`; they are shown when absent.',
  })
  errorCallbackURL?: string;
}

/** Where to go to sign in by the provider of an organization. */
export class SignInAtOrganization {
  @HttpUrl({ max: 16_000, description: 'Where the person signs in.' })
  url: string;
  @Flag({ description: 'True: the client goes there.' })
  redirect: boolean;
}

/** Where to go on after signing in. */
export class StartQuery {
  @TextParameter({ max: 2000, description: 'A path, or an address on one of our own origins; `/` when absent.' })
  callbackURL?: string;
}
