import { Flag, HttpUrl, Lenient, Text, TextParameter } from '#libs/fields';

@Lenient()
export class SignInSocial {
  @Text({ max: 100, description: '`oidc`.' })
  provider: string;
  @Text({ optional: true, max: 2000, description: 'A path, or a URL on an origin of this service; `/` if absent.' })
  callbackURL?: string;
  @Text({
    optional: true,
    max: 2000,
    description: 'Redirect target for errors, with `?error=<code>`; if absent, errors are shown as a page.',
  })
  errorCallbackURL?: string;
  @Flag({ optional: true, description: 'True: the client handles the redirect itself.' })
  disableRedirect?: boolean;
  @Text({
    optional: true,
    max: 200,
    description:
      'The token of an emailed invitation. Required if sign-up is closed and the provider does not confirm the email address.',
  })
  invitationId?: string;
  @Flag({
    optional: true,
    description:
      'Confirm the identity of the user of the current session, which is kept and counts as fresh afterwards. The provider asks for authentication again.',
  })
  prove?: boolean;
  @Text({ optional: true, max: 200, description: 'The token of the emailed link, which confirms the email address.' })
  invitationToken?: string;
}

/** Where to go to sign in. */
export class SignInElsewhere {
  @HttpUrl({ max: 8000, description: 'The sign-in page of the provider.' })
  url: string;
  @Flag({ description: 'Whether the client should redirect there.' })
  redirect: boolean;
}

/** What a provider sends a browser back with; more than this is handed to the check of the answer. */
export class CallbackQuery {
  @TextParameter({ max: 4000 })
  code?: string;
  @TextParameter({ max: 500 })
  state?: string;
  @TextParameter({ description: 'The error code of the provider.' })
  error?: string;
}
