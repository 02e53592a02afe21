import {
  auditsCompare,
  auditsListAssignments,
  auditsListOutcomes,
  auditsListSample,
  auditsReadHistory,
  auditsReadProgress,
  findingsList,
  type AskedRequirement,
  type OutcomeCell,
  type SampleEntry,
} from '@curbcut/client';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../app/client';
import type { EntryKey } from './cells';

/** Where an audit stands: the number as the address has it. */
export interface AuditPath {
  orgId: string;
  productSlug: string;
  number: string;
}

const pathOf = ({ orgId, productSlug, number }: AuditPath) => ({
  orgId,
  productSlug,
  auditNumber: number as unknown as number,
});

const ofAudit = ({ orgId, productSlug, number }: AuditPath) => ['audits', orgId, productSlug, number] as const;

/** All that the grid of an audit shows. */
export const gridQuery = (audit: AuditPath) =>
  queryOptions({
    queryKey: [...ofAudit(audit), 'grid'],
    queryFn: async ({
      signal,
    }): Promise<{
      requirements: AskedRequirement[];
      sample: SampleEntry[];
      cells: OutcomeCell[];
    }> => {
      const query = { view: 'grid' as const };
      const {
        requirements = [],
        sample = [],
        cells = [],
      } = await call(auditsListOutcomes, { path: pathOf(audit), query }, { signal });
      return { requirements, sample, cells };
    },
  });

/** One outcome with its texts; null: nothing was said of the cell. */
export const outcomeQuery = (audit: AuditPath, requirementId: string, entry: EntryKey) =>
  queryOptions({
    queryKey: [...ofAudit(audit), 'outcome', requirementId, entry],
    queryFn: async ({ signal }) => {
      const query = { requirementId: [requirementId], entry: String(entry) };
      const { outcomes } = await call(auditsListOutcomes, { path: pathOf(audit), query }, { signal });
      return outcomes[0] ?? null;
    },
  });

/** All that was said of cells before. */
export const historyKey = (audit: AuditPath) => [...ofAudit(audit), 'history'] as const;

/** What was said of a cell before. */
export const historyQuery = (audit: AuditPath, requirementId: string, entry: EntryKey) =>
  queryOptions({
    queryKey: [...historyKey(audit), requirementId, entry],
    queryFn: async ({ signal }) => {
      const query = { requirementId, entry: String(entry) };
      return (await call(auditsReadHistory, { path: pathOf(audit), query }, { signal })).history;
    },
  });

/** Names an entry that is read alone. */
export const entryKey = (audit: AuditPath, entry: number) => [...ofAudit(audit), 'entry', entry] as const;

/** What an audit looks at, in its order. */
export const sampleQuery = (audit: AuditPath) =>
  queryOptions({
    queryKey: [...ofAudit(audit), 'sample'],
    queryFn: async ({ signal }) => (await call(auditsListSample, { path: pathOf(audit) }, { signal })).sample,
  });

/** How far an audit is. */
export const progressQuery = (audit: AuditPath) =>
  queryOptions({
    queryKey: [...ofAudit(audit), 'progress'],
    queryFn: ({ signal }) => call(auditsReadProgress, { path: pathOf(audit) }, { signal }),
  });

/** What has become of the outcomes of the audit that this one looks at again. */
export const comparisonQuery = (audit: AuditPath) =>
  queryOptions({
    queryKey: [...ofAudit(audit), 'comparison'],
    queryFn: ({ signal }) => call(auditsCompare, { path: pathOf(audit) }, { signal }),
  });

/** Who examines what. */
export const assignmentsQuery = (audit: AuditPath) =>
  queryOptions({
    queryKey: [...ofAudit(audit), 'assignments'],
    queryFn: async ({ signal }) => (await call(auditsListAssignments, { path: pathOf(audit) }, { signal })).assignments,
  });

/** How many findings stand beside a cell. */
const FINDINGS = 10;

/** Findings on a page that speak against a requirement. */
export const pageFindingsQuery = ({ orgId, productSlug }: AuditPath, sourceUrl: string, wcag: string | undefined) =>
  queryOptions({
    queryKey: ['findings', orgId, productSlug, 'on page', sourceUrl, wcag ?? null],
    queryFn: async ({ signal }) => {
      const query = {
        sourceUrl,
        status: ['pending' as const, 'confirmed' as const],
        pageSize: FINDINGS,
        ...(wcag !== undefined && { wcag: [wcag] }),
      };
      const { findings, total } = await call(findingsList, { path: { orgId, productSlug }, query }, { signal });
      return { findings, total };
    },
  });
