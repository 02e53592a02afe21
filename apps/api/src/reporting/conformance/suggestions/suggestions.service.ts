import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type EvaluationState, loadState, outcomesOf } from '../../../findings/evaluation/evaluation-state.js';
import { worstOf } from '../exports/report-outline.js';
import { loadAudits } from '../publishing/load-facts.js';
import type { ConformanceReport } from '../reports/conformance-report.entity.js';
import { standardIdsOf } from '../reports/several-standards.js';
import type { Verdict } from '../statement-terms.js';
import { type SuggestedEvidence, SUGGESTIONS } from './suggestions.sql.js';
import { verdictOfOutcomes } from './verdict-of-outcomes.js';

/** What the data say of a requirement. */
export interface Suggestion extends Omit<SuggestedEvidence, 'findings'> {
  component: 'web';
  /** Of its audits' outcomes; of issues and findings only that something is wrong can be told. */
  verdict: Verdict | null;
  findings: number | null;
  /** The numbers of the audits whose outcomes suggest it. */
  audits: number[];
}

/**
 * What audits, issues, findings and tests say of the requirements of a report. Nothing of it is ever stored by itself.
 */
@Injectable()
export class SuggestionsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * As many statements for each standard and audit, whatever the number of requirements.
   * @param testing whether findings are looked at
   */
  async of(report: ConformanceReport, testing: boolean): Promise<Suggestion[]> {
    const rows: SuggestedEvidence[] = [];
    for (const standardId of standardIdsOf(report))
      rows.push(
        ...(await query(this.database, SUGGESTIONS, [
          report.organizationId,
          report.productId,
          standardId,
          clock.now(),
        ])),
      );
    const audited = await this.audited(report);
    return mapInSlices(rows, ({ requirementId, issues, findings, testActivities }) => {
      const suggesting = audited.flatMap(({ number, state }) => {
        const verdict = verdictOfOutcomes(outcomesOf(state, requirementId), state.entries, issues.length > 0);
        return verdict === null ? [] : [{ number, verdict }];
      });
      const ofIssues = issues.length > 0 ? 'partially_supports' : null;
      return {
        requirementId,
        component: 'web',
        verdict: worstOf(suggesting.map(({ verdict }) => verdict)) ?? ofIssues,
        issues,
        findings: testing ? findings : null,
        testActivities,
        audits: suggesting.map(({ number }) => number),
      };
    });
  }

  /** The audits that the report rests on, with their outcomes. */
  private async audited(report: ConformanceReport): Promise<{ number: number; state: EvaluationState }[]> {
    const audits = await loadAudits(this.database.manager, report);
    const states: { number: number; state: EvaluationState }[] = [];
    for (const audit of audits)
      states.push({ number: audit.number, state: await loadState(this.database.manager, audit) });
    return states;
  }
}
