import { Choice, ChoiceList, Flag, Id, Nested } from '#libs/fields';
import { type ModuleName, MODULES } from '../../organizations/modules.js';

const FREQUENCIES = [3, 6, 12] as const;

/** The defaults of an organization for its products. */
export class SettingsDto {
  @Id({ nullable: true })
  standardId: string | null;
  @Id({ nullable: true })
  conformanceLevel: string | null;
  @Choice(FREQUENCIES, {
    nullable: true,
    name: 'AuditFrequency',
    description: 'Months between full audits; null: no schedule.',
  })
  auditFrequency: number | null;
  @ChoiceList(MODULES, { name: 'ModuleName' })
  enabledModules: ModuleName[];
}

/** The settings. */
export class SettingsEnvelope {
  @Nested(() => SettingsDto)
  settings: SettingsDto;
}

/** The modules that are on. */
export class EnabledModules {
  @ChoiceList(MODULES, { name: 'ModuleName' })
  enabledModules: ModuleName[];
}

/** What to change of the defaults. */
export class UpdateConformance {
  @Id({ optional: true, nullable: true })
  standardId?: string | null;
  @Id({ optional: true, nullable: true, description: 'The id of a level of the standard.' })
  conformanceLevel?: string | null;
  @Choice(FREQUENCIES, { optional: true, nullable: true, name: 'AuditFrequency' })
  auditFrequency?: number | null;
}

/** Sign-in rules of an organization. */
export class SecurityDto {
  @Flag({ description: 'Whether people must have a second factor, and have passed it. API keys go on.' })
  requireTwoFactor: boolean;
}

/** Sign-in rules of an organization. */
export class SecurityEnvelope {
  @Nested(() => SecurityDto)
  settings: SecurityDto;
}

/** What to change of how people get in. */
export class UpdateSecurity {
  @Flag()
  requireTwoFactor: boolean;
}

/** Which module to switch on or off. */
export class SwitchModule {
  @Choice(MODULES, { name: 'ModuleName' })
  module: ModuleName;
  @Flag()
  enabled: boolean;
}
