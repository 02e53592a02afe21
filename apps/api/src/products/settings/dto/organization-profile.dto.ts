import { Choice, ChoiceList, Described, Id, Nested, Text } from '#libs/fields';
import { Can } from '../../../platform/http/can.js';
import { type Role, ROLES } from '../../../platform/http/policy.js';
import { Slug } from '../../../platform/lists/shared-fields.js';
import { ChangedOrganizationDto } from '../../../accounts/organizations/dto/organization.dto.js';
import { type ModuleName, MODULES } from '../../../accounts/organizations/modules.js';
import { SecurityDto, SettingsDto } from './settings.dto.js';

@Described('A level of the standard, such as AA.')
class EffectiveLevelDto {
  @Id()
  id: string;
  @Text()
  name: string;
}

@Described('The default standard of products.')
class EffectiveStandardDto {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
  @Nested(() => EffectiveLevelDto, { nullable: true, description: 'Null if no level is set.' })
  level: EffectiveLevelDto | null;
}

@Described('An organization with its settings and the permissions of the caller.')
export class OrganizationProfileDto extends ChangedOrganizationDto {
  @Nested(() => SettingsDto)
  settings: SettingsDto;
  @ChoiceList(MODULES, { description: 'The enabled modules.' })
  modules: ModuleName[];
  @Nested(() => SecurityDto)
  security: SecurityDto;
  @Nested(() => EffectiveStandardDto, {
    description: 'The standard of the settings; otherwise WCAG 2.2 with level AA.',
  })
  effectiveStandard: EffectiveStandardDto;
  @Choice(ROLES, {
    nullable: true,
    description: 'Your role, or that of the owner of the key; null if the key has no owner.',
  })
  role: Role | null;
  @Can()
  can: Record<string, boolean>;
}

/** One organization. */
export class OrganizationEnvelope {
  @Nested(() => OrganizationProfileDto)
  organization: OrganizationProfileDto;
}
