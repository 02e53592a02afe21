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

@Described('What products are measured against that name no standard of their own.')
class EffectiveStandardDto {
  @Id()
  id: string;
  @Slug()
  slug: string;
  @Text()
  name: string;
  @Nested(() => EffectiveLevelDto, { nullable: true, description: 'Null: no level is aimed at.' })
  level: EffectiveLevelDto | null;
}

@Described('An organization with its settings, and with what the caller may do in it.')
export class OrganizationProfileDto extends ChangedOrganizationDto {
  @Nested(() => SettingsDto)
  settings: SettingsDto;
  @ChoiceList(MODULES, { description: 'The modules that are on.' })
  modules: ModuleName[];
  @Nested(() => SecurityDto)
  security: SecurityDto;
  @Nested(() => EffectiveStandardDto, {
    description: 'The standard of the settings, else WCAG 2.2 with the level AA.',
  })
  effectiveStandard: EffectiveStandardDto;
  @Choice(ROLES, { nullable: true, description: 'Yours, or that of the owner of the key; null: the key has no owner.' })
  role: Role | null;
  @Can()
  can: Record<string, boolean>;
}

/** One organization. */
export class OrganizationEnvelope {
  @Nested(() => OrganizationProfileDto)
  organization: OrganizationProfileDto;
}
