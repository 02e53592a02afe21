import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import type { Verdict } from '../statement-terms.js';
import { type SuggestedEvidence, SUGGESTIONS } from './suggestions.sql.js';

/** What the data say of a requirement. */
export interface Suggestion extends Omit<SuggestedEvidence, 'findings'> {
  component: 'web';
  /** Only that something is wrong can be told from data. */
  verdict: Extract<Verdict, 'partially_supports'> | null;
  findings: number | null;
}

/** What issues, findings and tests say of the requirements of a report. Nothing of it is ever stored by itself. */
@Injectable()
export class SuggestionsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * In one statement whatever the number of requirements.
   * @param testing whether findings are looked at
   */
  async of(report: ConformanceReport, testing: boolean): Promise<Suggestion[]> {
    const rows = await query(this.database, SUGGESTIONS, [
      report.organizationId,
      report.productId,
      report.standardId,
      new Date(),
    ]);
    return rows.map(({ requirementId, issues, findings, testActivities }) => ({
      requirementId,
      component: 'web',
      verdict: issues.length > 0 ? 'partially_supports' : null,
      issues,
      findings: testing ? findings : null,
      testActivities,
    }));
  }
}
