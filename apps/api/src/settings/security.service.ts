import type { Principal } from '#libs/access';
import { Conflict } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { changeSettings } from '../organizations/change-settings.js';
import { Organization } from '../organizations/organization.entity.js';
import { Work } from '../work/work.service.js';
import type { UpdateSecurity } from './dto/settings.dto.js';

/** Who asks others for a second factor must have passed one, or would be the first to be shut out. */
class TwoFactorMissing extends Conflict {
  readonly code = 'two_factor_missing';
  constructor() {
    super('Turn a second factor on for yourself first, and sign in with it.');
  }
}

/** How people of an organization get in. */
@Injectable()
export class SecurityService {
  constructor(private readonly work: Work) {}

  /** @throws TwoFactorMissing */
  async update(
    organization: Organization,
    { passedFactor }: Principal,
    { requireTwoFactor }: UpdateSecurity,
  ): Promise<{ requireTwoFactor: boolean }> {
    if (requireTwoFactor && !passedFactor) throw new TwoFactorMissing();
    await this.work.unit((unit) =>
      changeSettings(unit, organization, 'organization.security_updated', () => ({ requireTwoFactor })),
    );
    return { requireTwoFactor };
  }
}
