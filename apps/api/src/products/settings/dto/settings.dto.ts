import { Choice, ChoiceList, Described, fieldsOf, Flag, Id, named, Nested, Text } from '#libs/fields';
import { TimeZone } from '../../../accounts/identity/preferences/preferences.dto.js';
import { type ModuleName, MODULES } from '../../../accounts/organizations/modules.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';

const FREQUENCIES = named('AuditFrequency', [3, 6, 12], 'Months between full audits.');

const TIME_ZONE =
  'The IANA name of the time zone in which the days of the organization begin and end, such as `Europe/Berlin`.';

const LEGAL_DISCLAIMER = 'The legal disclaimer of conformance reports; null if none.';

/** The defaults of an organization for its products. */
@Described('The default settings for all products of an organization.')
export class SettingsDto {
  @Id({ nullable: true })
  standardId: string | null;
  @Id({ nullable: true, description: 'The id of a level of the standard; null if none is set.' })
  conformanceLevel: string | null;
  @Choice(FREQUENCIES, {
    nullable: true,
    description: 'Months between full audits; null for no schedule.',
  })
  auditFrequency: number | null;
  @Text({ nullable: true, description: LEGAL_DISCLAIMER })
  legalDisclaimer: string | null;
  @TimeZone({ nullable: false, description: TIME_ZONE })
  timeZone: string;
  @ChoiceList(MODULES, { description: 'The enabled modules.' })
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
  @ChoiceList(MODULES, { description: 'The enabled modules.' })
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
    description: 'Months between full audits; null for no schedule.',
  })
  auditFrequency?: number | null;
  @Text({ optional: true, nullable: true, filled: true, max: 5_000, description: LEGAL_DISCLAIMER })
  legalDisclaimer?: string | null;
  @TimeZone({ optional: true, nullable: false, description: TIME_ZONE })
  timeZone?: string;
}

/** Sign-in rules of an organization. */
@Described('The security settings of an organization.')
export class SecurityDto {
  @Flag({ description: 'Whether members must have used a second factor to sign in. API keys are not affected.' })
  requireTwoFactor: boolean;
  @Flag({
    description:
      'Whether a recent confirmation of identity (ten minutes) is required to create an API key, or to invite or appoint an owner.',
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
  @Flag({ optional: true, description: 'Whether members must have used a second factor to sign in.' })
  requireTwoFactor?: boolean;
  @Flag({
    optional: true,
    description:
      'Whether a recent confirmation of identity is required to create an API key, or to invite or appoint an owner.',
  })
  requireFreshProof?: boolean;
}

/** Which module to switch on or off. */
export class SwitchModule {
  @Choice(MODULES)
  module: ModuleName;
  @Flag({ description: 'Whether the module is enabled.' })
  enabled: boolean;
}
