import {
  Choice,
  ChoiceList,
  Described,
  Flag,
  HttpUrl,
  Id,
  Nested,
  NestedList,
  OneLine,
  Text,
  TextList,
} from '#libs/fields';
import { Can } from '../../../platform/http/can.js';
import { type Role, ROLES } from '../../../platform/http/policy.js';
import { PreferencesDto, TimeZone, UpdatePreferences } from '../../../accounts/identity/preferences/preferences.dto.js';
import { IMAGE_TO_FETCH, UserDto } from '../../../accounts/identity/user.dto.js';
import { Slug } from '../../../platform/lists/shared-fields.js';
import { type ModuleName, MODULES } from '../../../accounts/organizations/modules.js';

@Described('One of your organizations, with your permissions in it.')
export class OwnOrganizationDto {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @TextList({ description: 'Slugs that it had, the newest first: addresses with them lead to it.' })
  formerSlugs: string[];
  @Text()
  name: string;
  @Text({
    nullable: true,
    description: 'The URL of a picture; null if there is none, or if the second factor is missing.',
  })
  logo: string | null;
  @TimeZone({
    nullable: false,
    description: 'The IANA name of the time zone in which its days begin and end, such as `Europe/Berlin`.',
  })
  timeZone: string;
  @Choice(ROLES)
  role: Role;
  @Flag({ description: 'Whether it requires a second factor that this session has not passed.' })
  factorMissing: boolean;
  @ChoiceList(MODULES, { description: 'The enabled modules; empty if the second factor is missing.' })
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
  @Id({ nullable: true, description: 'The active organization of the session; null if none.' })
  activeOrganizationId: string | null;
  @Id({
    nullable: true,
    description: 'The organization whose provider started the session; null for other sign-ins.',
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
