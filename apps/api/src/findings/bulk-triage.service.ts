import { withinTime } from '#libs/database';
import { InvalidInput } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { conditionOf } from '../lists/page-of.js';
import { SEARCH_TIMEOUT_MS } from '../lists/search-limits.js';
import type { Organization } from '../organizations/organization.entity.js';
import { bulkFaults } from './bulk-faults.js';
import type { BulkDecided, BulkTriage, BulkTriageData, FindingFilter } from './dto/triage.dto.js';
import { CountChanged } from './errors.js';
import { findingsOf } from './finding-list.js';
import { Finding } from './finding.entity.js';
import { TriageService } from './triage.service.js';

/** The most findings that one request decides on, and the most where each makes an issue. */
const MOST = 10_000;
const MOST_ISSUES = 1_000;

/** Triages the findings that are named by their ids or by a filter. */
@Injectable()
export class BulkTriageService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly triageService: TriageService,
  ) {}

  /** @throws InvalidInput; CountChanged; what triage refuses */
  async triage(
    organization: Organization,
    { ids, filter, expected, data }: BulkTriage,
    { dryRun, userId }: { dryRun: boolean; userId: string | null },
  ): Promise<BulkDecided> {
    const faults = bulkFaults(data);
    if (filter && !dryRun && expected === undefined)
      faults.push({ path: '/expected', code: 'required', message: 'expected is required with a filter' });
    if (faults.length > 0) throw new InvalidInput(faults);
    if (!filter) return this.triageService.bulk(organization, ids!, data, userId, dryRun);
    const found = await this.find(organization, filter, dryRun ? undefined : MOST + 1);
    if (dryRun) return { updated: found.length, notFound: [], decision: null };
    requireFewer(found.length, data);
    if (found.length !== expected) throw new CountChanged(found.length);
    if (found.length === 0) return { updated: 0, notFound: [], decision: null };
    return { ...(await this.triageService.bulk(organization, found, data, userId)), notFound: [] };
  }

  private async find(organization: Organization, filter: FindingFilter, limit?: number): Promise<string[]> {
    const list = findingsOf({ organization }, filter);
    const { where, values } = conditionOf(this.database.getMetadata(Finding), list);
    const text = `SELECT l.id FROM findings l WHERE ${where}${limit === undefined ? '' : ` LIMIT ${limit}`}`;
    const read = (manager: EntityManager) => manager.query<{ id: string }[]>(text, values);
    const rows = await (list.search
      ? withinTime(this.database.manager, SEARCH_TIMEOUT_MS, read)
      : read(this.database.manager));
    return rows.map(({ id }) => id);
  }
}

/** @throws InvalidInput where a request would decide on more than it may */
function requireFewer(count: number, { action, issueNumber, asOne }: BulkTriageData): void {
  const makesIssues = action === 'confirm' && issueNumber === undefined && asOne !== true;
  const most = makesIssues ? MOST_ISSUES : MOST;
  if (count <= most) return;
  const message = `the filter has more than ${most.toLocaleString('en')} findings: say more, and decide in parts`;
  throw new InvalidInput([{ path: '/filter', code: 'too_many', message, params: { max: most } }]);
}
