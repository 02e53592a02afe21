import { Choice, ChoiceList, Described, fieldsOf, Flag, Id, named, Nested, Text } from '#libs/fields';
import { TimeZone } from '../../../accounts/identity/preferences/preferences.dto.js';
import { type ModuleName, MODULES } from '../../../accounts/organizations/modules.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';

const FREQUENCIES = named('AuditFrequency', [3, 6, 12], 'Months between full audits.');

const TIME_ZONE = 'The name by the IANA of the zone in which its days begin and end, such as `Europe/Berlin`.';

const LEGAL_DISCLAIMER = 'What conformance reports of the organization end with; null: nothing.';

/** The defaults of an organization for its products. */
@Described('What holds for all products of an organization that say nothing else.')
export class SettingsDto {
  @Id({ nullable: true })
  standardId: string | null;
  @Id({ nullable: true, description: 'The id of a level of the standard; null: none is aimed at.' })
  conformanceLevel: string | null;
  @Choice(FREQUENCIES, {
    nullable: true,
    description: 'Months between full audits; null: no schedule.',
  })
  auditFrequency: number | null;
  @Text({ nullable: true, description: LEGAL_DISCLAIMER })
  legalDisclaimer: string | null;
  @TimeZone({ nullable: false, description: TIME_ZONE })
  timeZone: string;
  @ChoiceList(MODULES, { description: 'The modules that are on.' })
  enabledModules: ModuleName[];
}

/** The defaults that an organization has set. */
export const settingsOf = (organization: Organization): SettingsDto => ({
  ...fieldsOf(SettingsDto, organization),
  conformanceLevel: organization.conformanceLevelId,
});

/** The settings. */
export class SettingsEnvelope {
  @Nested(() => SettingsDto)
  settings: SettingsDto;
}

/** The modules that are on. */
export class EnabledModules {
  @ChoiceList(MODULES, { description: 'The modules that are on.' })
  enabledModules: ModuleName[];
}

/** What to change of the defaults. */
export class UpdateConformance {
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true, description: 'The id of a level of the standard.' })
  conformanceLevel?: string | null;
  @Choice(FREQUENCIES, {
    optional: true,
    nullable: true,
    description: 'Months between full audits; null: no schedule.',
  })
  auditFrequency?: number | null;
  @Text({ optional: true, nullable: true, filled: true, max: 5_000, description: LEGAL_DISCLAIMER })
  legalDisclaimer?: string | null;
  @TimeZone({ optional: true, nullable: false, description: TIME_ZONE })
  timeZone?: string;
}

/** Sign-in rules of an organization. */
@Described('What an organization asks of those who get in.')
export class SecurityDto {
  @Flag({ description: 'Whether people must have a second factor, and have passed it. API keys go on.' })
  requireTwoFactor: boolean;
  @Flag({
    description:
      'Whether people must have proved within ten minutes who they are to make an API key, or to invite or name an owner.',
  })
  requireFreshProof: boolean;
}

/** Sign-in rules of an organization. */
export class SecurityEnvelope {
  @Nested(() => SecurityDto)
  settings: SecurityDto;
}

/** What to change of how people get in. */
export class UpdateSecurity {
  @Flag({ optional: true, description: 'Whether people must have a second factor, and have passed it.' })
  requireTwoFactor?: boolean;
  @Flag({
    optional: true,
    description: 'Whether people must prove who they are to make an API key, or to invite or name an owner.',
  })
  requireFreshProof?: boolean;
}

/** Which module to switch on or off. */
export class SwitchModule {
  @Choice(MODULES)
  module: ModuleName;
  @Flag({ description: 'Whether it is on.' })
  enabled: boolean;
}
