import type { EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { fillFields } from '../../records/audits/fill-fields.js';
import type { FieldChange } from '../../platform/lists/changed-fields.js';
import type { ReadAudit } from './reading/audit-content.js';

const FIELDS = [
  ...(['title', 'description', 'scopeText', 'executiveSummary', 'method'] as const),
  ...(['evaluators', 'baseline'] as const),
] satisfies (keyof ReadAudit & keyof Audit)[];

/** What an import has written into fields of an audit that had nothing. */
export type FilledFields = Partial<Pick<Audit, (typeof FIELDS)[number]>>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Writes what a file says of an audit, which is locked, where it says nothing itself. */
export async function fillAudit(tx: EntityManager, audit: Audit, read: ReadAudit): Promise<FilledFields> {
  const filled = Object.fromEntries(
    FIELDS.flatMap((field) => (read[field] !== undefined && isEmpty(audit[field]) ? [[field, read[field]]] : [])),
  ) as FilledFields;
  if (Object.keys(filled).length > 0) await fillFields(tx, audit, filled);
  return filled;
}

/** Empties what an import has filled of an audit, which is locked. @returns what somebody has changed since */
export async function emptyFilled(tx: EntityManager, audit: Audit, filled: FilledFields): Promise<string[]> {
  const names = Object.keys(filled) as (keyof FilledFields)[];
  const isAsFilled = (field: keyof FilledFields) =>
    JSON.stringify(audit[field]) === inOrder(audit[field], filled[field]);
  const untouched = names.filter(isAsFilled);
  const empty = Object.fromEntries(
    untouched.map((field) => [field, field === 'evaluators' || field === 'baseline' ? [] : null]),
  );
  if (untouched.length > 0) await fillFields(tx, audit, empty);
  return names.filter((field) => !untouched.includes(field) && !isEmpty(audit[field]));
}

/** As text, with the members of its records in the order of the other: PostgreSQL keeps its own. */
function inOrder(like: unknown, value: unknown): string {
  if (!Array.isArray(like) || !Array.isArray(value)) return JSON.stringify(value);
  const records = value as Record<string, unknown>[];
  return JSON.stringify(
    records.map((one, index) => {
      const names = Object.keys((like[index] ?? one) as object);
      return Object.fromEntries(names.map((name) => [name, one[name]]));
    }),
  );
}

/** What an event tells of them; who evaluates is told by ids alone, as elsewhere. */
export const changesOfFields = (filled: FilledFields): FieldChange[] =>
  Object.entries(filled).map(([field, to]) => ({
    ...{ field, from: null },
    to: field === 'evaluators' ? (to as Audit['evaluators']).map(({ userId }) => userId) : to,
  }));
