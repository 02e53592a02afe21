import type { Principal } from '#libs/access';
import { inTransaction } from '#libs/database';
import { Conflict } from '#libs/errors';
import { changedFields } from '#libs/rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { record } from '../events/record.js';
import { Organization } from '../organizations/organization.entity.js';
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
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws TwoFactorMissing */
  async update(
    { id }: Organization,
    { passedFactor }: Principal,
    { requireTwoFactor }: UpdateSecurity,
  ): Promise<{ requireTwoFactor: boolean }> {
    if (requireTwoFactor && !passedFactor) throw new TwoFactorMissing();
    return inTransaction(this.database, async (tx) => {
      const current = await tx.findOneOrFail(Organization, { where: { id }, lock: { mode: 'pessimistic_write' } });
      const changes = changedFields(current, { requireTwoFactor });
      if (changes.length > 0) {
        await tx.update(Organization, { id }, { requireTwoFactor });
        const subject = { id, title: current.name };
        await record(tx, { organizationId: id, type: 'organization.security_updated', subject, changes });
      }
      return { requireTwoFactor };
    });
  }
}
