import { Choice, ChoiceList, Described, Flag, named, NestedList, Text } from '#libs/fields';
import { LANGUAGES, type Language } from '../preferences/preferences.dto.js';

const PROVIDERS = named(
  'SignInProvider',
  ['oidc'],
  'The identifier of the provider in `POST /api/auth/sign-in/social`.',
);

@Described('An identity provider for signing in without a password.')
class ProviderDto {
  @Choice(PROVIDERS)
  id: (typeof PROVIDERS)[number];
  @Text({ description: 'The display name.' })
  name: string;
}

/** What a frontend offers to people who are not signed in. */
export class SignInOptions {
  @Flag({ description: 'Whether sign-up is open to everyone; false: by invitation only.' })
  signUp: boolean;
  @NestedList(() => ProviderDto)
  providers: ProviderDto[];
  @ChoiceList(LANGUAGES)
  languages: Language[];
  @Text({
    nullable: true,
    description: 'The contact for this installation, as an email address or URL; null if none is configured.',
  })
  contact: string | null;
}
