import { Settings } from '#libs/config';
import { Conflict, InvalidInput } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../platform/http/current.js';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import { changeSettings } from '../../accounts/organizations/change-settings.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { SecurityDto, UpdateSecurity } from './dto/settings.dto.js';

/**
 * Callers who require a second factor of others must have passed one themselves; otherwise they would lock themselves
 * out.
 */
class TwoFactorMissing extends Conflict {
  readonly code = 'two_factor_missing';
  constructor() {
    super('Turn on a second factor for yourself first, and sign in with it.');
  }
}

const nothingToChange = (): InvalidInput =>
  new InvalidInput([{ path: '/requireTwoFactor', code: 'required', message: 'The request must contain a change.' }]);

/** Sign-in rules of an organization. */
@Injectable()
export class SecurityService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
  ) {}

  read({ requireTwoFactor, requireFreshProof }: Organization): SecurityDto {
    return { requireTwoFactor, requireFreshProof: requireFreshProof ?? this.settings.freshProofDefault };
  }

  /** @throws TwoFactorMissing; InvalidInput for nothing to change */
  async update(organization: Organization, { passedFactor }: Principal, body: UpdateSecurity): Promise<SecurityDto> {
    if (body.requireTwoFactor === undefined && body.requireFreshProof === undefined) throw nothingToChange();
    if (body.requireTwoFactor && !passedFactor) throw new TwoFactorMissing();
    const { after } = await this.unitOfWork.run((change) =>
      changeSettings(change, organization, 'organization.security_updated', () =>
        pickDefined(body, 'requireTwoFactor', 'requireFreshProof'),
      ),
    );
    return this.read(after);
  }
}
