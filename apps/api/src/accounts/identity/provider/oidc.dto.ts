import { Flag, HttpUrl, Lenient, Text, TextParameter } from '#libs/fields';

@Lenient()
export class SignInSocial {
  @Text({ max: 100, description: '`oidc`.' })
  provider: string;
  @Text({ optional: true, max: 2000, description: 'A path, or an address on one of our own origins; `/` when absent.' })
  callbackURL?: string;
  @Text({
    optional: true,
    max: 2000,
    description: 'Where refusals go, with `?error=<code>`; they are shown when absent.',
  })
  errorCallbackURL?: string;
  @Flag({ optional: true, description: 'True: the answer says that the client goes on by itself.' })
  disableRedirect?: boolean;
  @Text({
    optional: true,
    max: 200,
    description:
      'From the mailed link of an invitation, with its token: needed where sign-up is closed and the provider does not say that the address is verified.',
  })
  invitationId?: string;
  @Flag({
    optional: true,
    description: 'Prove who is in the session that asks, which stays and is fresh then: the provider asks again.',
  })
  prove?: boolean;
  @Text({ optional: true, max: 200, description: 'From the mailed link: proves the address.' })
  invitationToken?: string;
}

/** Where to go to sign in. */
export class SignInElsewhere {
  @HttpUrl({ max: 8000, description: 'Where the person signs in.' })
  url: string;
  @Flag({ description: 'Whether the client should go there by itself.' })
  redirect: boolean;
}

/** What a provider sends a browser back with; more than this is handed to the check of the answer. */
export class CallbackQuery {
  @TextParameter({ max: 4000 })
  code?: string;
  @TextParameter({ max: 500 })
  state?: string;
  @TextParameter({ description: 'The refusal of the provider.' })
  error?: string;
}
