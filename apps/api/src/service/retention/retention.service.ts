import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OrganizationsService } from '../../accounts/organizations/organizations.service.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import { PRUNES_FROM } from '../../platform/work/service-state.sql.js';
import { endWhatIsOld } from './end-what-is-old.js';
import { retentionRules } from './retention-rules.js';

/** Ends each day what is older than an operator keeps it; for the first days it only tells what that would be. */
@Injectable()
export class Retention implements OnModuleInit {
  private readonly log = new Logger(Retention.name);

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationsService,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('41 2 * * *', 'end_what_is_old', () => this.run(clock.now()));
  }

  async run(now: Date): Promise<void> {
    const [state] = await query(this.database, PRUNES_FROM, []);
    const { prunesFrom } = state!;
    const act = now < prunesFrom ? 'count' : 'end';
    for (const { name, variable, days, count } of await endWhatIsOld(
      retentionRules(this.database, this.unitOfWork, this.organizations, this.settings),
      now,
      act,
    ))
      if (count > 0)
        this.log.warn(
          act === 'end'
            ? `deleted ${count} ${name}, older than ${variable}=${days} days`
            : `${count} ${name} are older than ${variable}=${days} days: they will be deleted from ${prunesFrom.toISOString()} on`,
        );
  }
}
