import { query } from '#libs/database';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DomainRecords, recordValue } from './domain-records.service.js';
import { NEXT_TO_CHECK, NOTE_RECORDS } from './sign-in-domains.sql.js';

const AT_ONCE = 10;

/** Looks each day whether the records of proved domains are still there. */
@Injectable()
export class DomainChecks implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly records: DomainRecords,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('17 4 * * *', 'check_domains', () => this.check());
  }

  async check(): Promise<void> {
    let after: string | null = null;
    for (;;) {
      const domains: { id: string; domain: string; token: string }[] = await query(this.database, NEXT_TO_CHECK, [
        after,
      ]);
      if (domains.length === 0) return;
      after = domains.at(-1)!.id;
      const [found, missing]: [string[], string[]] = [[], []];
      for (let from = 0; from < domains.length; from += AT_ONCE)
        await Promise.all(
          domains.slice(from, from + AT_ONCE).map(async ({ id, domain, token }) => {
            const records = await this.records.find(domain);
            if (records) (records.includes(recordValue(token)) ? found : missing).push(id);
          }),
        );
      await query(this.database, NOTE_RECORDS, [found, missing]);
    }
  }
}
