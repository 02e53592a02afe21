import { bound, queryTogether } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AllowedOperations } from '../../platform/http/allowed-operations.js';
import type { Principal } from '../../platform/http/current.js';
import type { PreferencesDto } from '../../accounts/identity/preferences/preferences.dto.js';
import { NOTHING_CHOSEN } from '../../accounts/identity/preferences/preferences.js';
import { PREFERENCES_OF } from '../../accounts/identity/preferences/preferences.sql.js';
import { hasPassedFactor, isOpenTo } from '../../platform/http/policy.js';
import { accessTargetOf } from '../../accounts/organizations/access-target.js';
import type { OwnOrganizationDto } from './dto/me.dto.js';
import { MEMBER, ORGANIZATION, OWN_ORGANIZATIONS } from '../../accounts/organizations/own-organizations.sql.js';

/** What a frontend has to know of who is signed in. */
@Injectable()
export class MeService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly allowed: AllowedOperations,
  ) {}

  async read(
    userId: string,
    principal: Principal,
  ): Promise<{ preferences: PreferencesDto; organizations: OwnOrganizationDto[] }> {
    const [organizations, [chosen]] = (await queryTogether(this.database, [
      bound(OWN_ORGANIZATIONS, [userId]),
      bound(PREFERENCES_OF, [userId]),
    ])) as [Record<string, unknown>[], PreferencesDto[]];
    return {
      preferences: chosen ?? NOTHING_CHOSEN,
      organizations: organizations.map((row) => this.organizationOf(row, principal)),
    };
  }

  private organizationOf(row: Record<string, unknown>, principal: Principal): OwnOrganizationDto {
    const [organization, { role, recovery: isRecoveryOwner }] = [ORGANIZATION.read(row)!, MEMBER.read(row)!];
    const { id, slug, formerSlugs, name, logo, timeZone, enabledModules } = organization;
    const [caller, target] = [{ ...principal, role, isRecoveryOwner }, accessTargetOf(organization)];
    const factorMissing = !hasPassedFactor(caller, target);
    const isClosed = !isOpenTo(caller, target);
    return {
      id,
      slug,
      formerSlugs,
      name,
      logo: isClosed ? null : logo,
      timeZone,
      role,
      factorMissing,
      modules: isClosed ? [] : enabledModules,
      can: this.allowed.of(caller, target),
    };
  }
}
