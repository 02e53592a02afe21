import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { orBuiltIn } from '../catalogue/built-in.js';
import { AllowedOperations } from '../http/allowed-operations.js';
import type { Principal } from '../http/current.js';
import { accessTargetOf } from '../organizations/access-target.js';
import { withLegalDisclaimer } from '../organizations/legal-disclaimer.js';
import { ChangedOrganizationDto } from '../organizations/dto/organization.dto.js';
import type { Organization } from '../organizations/organization.entity.js';
import type { OrganizationProfileDto } from './dto/organization-profile.dto.js';
import { settingsOf } from './dto/settings.dto.js';
import { SecurityService } from './security.service.js';
import { STANDARD_WITH_LEVEL } from './settings.sql.js';

/** An organization as those see it who are in it. */
@Injectable()
export class OrganizationProfile {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly security: SecurityService,
    private readonly allowed: AllowedOperations,
  ) {}

  async read(organization: Organization, principal: Principal): Promise<OrganizationProfileDto> {
    return {
      ...ChangedOrganizationDto.from(organization),
      settings: settingsOf(await withLegalDisclaimer(this.database, organization)),
      modules: organization.enabledModules,
      security: this.security.read(organization),
      effectiveStandard: await this.effectiveStandard(organization),
      role: principal.role ?? null,
      can: this.allowed.of(principal, accessTargetOf(organization)),
    };
  }

  private async effectiveStandard(organization: Organization): Promise<OrganizationProfileDto['effectiveStandard']> {
    const { standardId, levelId } = orBuiltIn(organization);
    const [standard] = await query(this.database, STANDARD_WITH_LEVEL, [standardId, levelId]);
    const { id, slug, name, levelId: found, levelName } = standard!;
    return { id, slug, name, level: found === null ? null : { id: found, name: levelName! } };
  }
}
