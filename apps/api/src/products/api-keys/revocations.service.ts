import { isUnavailable } from '#libs/database';
import { NotFound } from '#libs/errors';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import { type LateEvents, UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { revokeApart, revokeKeys } from './revoke.js';

const RECORD = 'record_revocation';

interface Revocation {
  organizationId: string;
  events: LateEvents;
}

/** Ends keys of an organization by their id. */
@Injectable()
export class Revocations implements OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<Revocation>(RECORD, ({ organizationId, events }) =>
      this.unitOfWork.recordLate(organizationId, events),
    );
  }

  /** Revokes a live key, and those that were made with it; the next call with one of them is refused. */
  async revoke({ id: organizationId }: Organization, id: string): Promise<void> {
    try {
      await this.unitOfWork.run(async (change) => {
        if ((await revokeKeys(change, { ids: [id], organizationId })) === 0) throw new NotFound('API key');
      });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await this.revokeWithoutMachine(organizationId, id);
    }
  }

  /**
   * The same while the machine with the rows of the organization is away: the keys are elsewhere, and who ends one must
   * not wait. The organization's change log has it once the machine is back.
   */
  private async revokeWithoutMachine(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.apart(
      async (tx) => {
        const events = await revokeApart(tx, { ids: [id], organizationId });
        if (events.length === 0) throw new NotFound('API key');
        return events;
      },
      (tx, events) => this.jobs.add(tx, RECORD, { organizationId, events }, { queue: `${RECORD}:${organizationId}` }),
    );
  }
}
