import { Conflict } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../http/current.js';
import { changeSettings } from '../organizations/change-settings.js';
import { Organization } from '../organizations/organization.entity.js';
import { UnitOfWork } from '../work/unit-of-work.service.js';
import type { UpdateSecurity } from './dto/settings.dto.js';

/**
 * Callers who require a second factor of others must have passed one themselves; otherwise they would lock themselves
 * out.
 */
class TwoFactorMissing extends Conflict {
  readonly code = 'two_factor_missing';
  constructor() {
    super('Turn a second factor on for yourself first, and sign in with it.');
  }
}

/** Sign-in rules of an organization. */
@Injectable()
export class SecurityService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws TwoFactorMissing */
  async update(
    organization: Organization,
    { passedFactor }: Principal,
    { requireTwoFactor }: UpdateSecurity,
  ): Promise<{ requireTwoFactor: boolean }> {
    if (requireTwoFactor && !passedFactor) throw new TwoFactorMissing();
    await this.unitOfWork.run((change) =>
      changeSettings(change, organization, 'organization.security_updated', () => ({ requireTwoFactor })),
    );
    return { requireTwoFactor };
  }
}
