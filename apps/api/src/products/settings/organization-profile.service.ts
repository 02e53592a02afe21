import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { orBuiltIn } from '../../standards/catalogue/built-in.js';
import { AllowedOperations } from '../../platform/http/allowed-operations.js';
import type { Principal } from '../../platform/http/current.js';
import { accessTargetOf } from '../../accounts/organizations/access-target.js';
import { ChangedOrganizationDto } from '../../accounts/organizations/dto/organization.dto.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { OrganizationProfileDto } from './dto/organization-profile.dto.js';
import { settingsOf } from './dto/settings.dto.js';
import { SecurityService } from './security.service.js';
import { STANDARD_IN_FORCE } from './settings.sql.js';

/** An organization as those see it who are in it. */
@Injectable()
export class OrganizationProfile {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly security: SecurityService,
    private readonly allowed: AllowedOperations,
  ) {}

  async read(organization: Organization, principal: Principal): Promise<OrganizationProfileDto> {
    const { legalDisclaimer, ...effectiveStandard } = await this.inForce(organization);
    return {
      ...ChangedOrganizationDto.from(organization),
      settings: settingsOf({ ...organization, legalDisclaimer }),
      modules: organization.enabledModules,
      security: this.security.read(organization),
      effectiveStandard,
      role: principal.role ?? null,
      can: this.allowed.of(principal, accessTargetOf(organization)),
    };
  }

  /** The standard in force, and what conformance reports end with, in one statement. */
  private async inForce(
    organization: Organization,
  ): Promise<OrganizationProfileDto['effectiveStandard'] & Pick<Organization, 'legalDisclaimer'>> {
    const { standardId, levelId } = orBuiltIn(organization);
    const [standard] = await query(this.database, STANDARD_IN_FORCE, [organization.id, standardId, levelId]);
    const { id, slug, name, levelId: found, levelName, legalDisclaimer } = standard!;
    return { id, slug, name, level: found === null ? null : { id: found, name: levelName! }, legalDisclaimer };
  }
}
