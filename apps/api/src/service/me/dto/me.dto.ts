import { Choice, ChoiceList, Described, Flag, HttpUrl, Id, Nested, NestedList, OneLine, Text } from '#libs/fields';
import { Can } from '../../../platform/http/can.js';
import { type Role, ROLES } from '../../../platform/http/policy.js';
import { PreferencesDto, UpdatePreferences } from '../../../accounts/identity/preferences/preferences.dto.js';
import { IMAGE_TO_FETCH, UserDto } from '../../../accounts/identity/user.dto.js';
import { Slug } from '../../../platform/lists/shared-fields.js';
import { type ModuleName, MODULES } from '../../../accounts/organizations/modules.js';

@Described('An organization of yours, with what you may do in it.')
export class OwnOrganizationDto {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
  @Text({ nullable: true, description: 'The address of a picture; null: none, or the factor is missing.' })
  logo: string | null;
  @Choice(ROLES)
  role: Role;
  @Flag({ description: 'Whether it asks for a second factor that the session has not passed.' })
  factorMissing: boolean;
  @ChoiceList(MODULES, { description: 'The modules that are on; none where the factor is missing.' })
  modules: ModuleName[];
  @Can()
  can: Record<string, boolean>;
}

/** Who is signed in, and what they may do where. */
export class Me {
  @Nested(() => UserDto)
  user: UserDto;
  @Nested(() => PreferencesDto)
  preferences: PreferencesDto;
  @Id({ nullable: true, description: 'The organization that the session works in; null: none.' })
  activeOrganizationId: string | null;
  @Id({
    nullable: true,
    description: 'The organization by whose provider the session began; null: it began otherwise.',
  })
  providerOrganizationId: string | null;
  @NestedList(() => OwnOrganizationDto)
  organizations: OwnOrganizationDto[];
}

/** What to change of yourself. */
export class UpdateMe {
  @OneLine({ optional: true })
  name?: string;
  @HttpUrl({ optional: true, nullable: true, description: IMAGE_TO_FETCH })
  image?: string | null;
  @Nested(() => UpdatePreferences, { optional: true })
  preferences?: UpdatePreferences;
}
