import { Choice, ChoiceList, Described, Flag, named, NestedList, Text } from '#libs/fields';
import { LANGUAGES, type Language } from '../preferences/preferences.dto.js';

const PROVIDERS = named('SignInProvider', ['oidc'], 'What `POST /api/auth/sign-in/social` calls the provider.');

@Described('Where people may sign in instead of by a password.')
class ProviderDto {
  @Choice(PROVIDERS)
  id: (typeof PROVIDERS)[number];
  @Text({ description: 'What people know it by.' })
  name: string;
}

/** What a frontend offers to people who are not signed in. */
export class SignInOptions {
  @Flag({ description: 'Whether anybody may make an account; false: only who was invited.' })
  signUp: boolean;
  @NestedList(() => ProviderDto)
  providers: ProviderDto[];
  @ChoiceList(LANGUAGES)
  languages: Language[];
  @Text({
    nullable: true,
    description: 'Whom to ask about this installation, as an address of mail or of the web; null: nobody is named.',
  })
  contact: string | null;
}
