import { named } from '#libs/fields';

/** What can be said of a requirement. */
export const VERDICTS = named('VerdictValue', [
  'supports',
  'partially_supports',
  'does_not_support',
  'not_applicable',
  'not_evaluated',
]);
export type Verdict = (typeof VERDICTS)[number];

/** What of a product a verdict is about, in the order in which they are shown. */
export const COMPONENTS = named('ReportComponent', ['web', 'electronic-docs', 'software', 'authoring-tool']);
export type Component = (typeof COMPONENTS)[number];

/** The component that the clauses of EN 301 549 are about which take over the criteria of WCAG. */
export const CLAUSE_COMPONENTS: Readonly<Record<string, Component>> = {
  '9': 'web',
  '10': 'electronic-docs',
  '11': 'software',
};

/** Why something is not accessible, in the terms of the European model statement. */
export const REASONS = named('VerdictReason', ['noncompliance', 'disproportionate_burden', 'out_of_scope']);
export type Reason = (typeof REASONS)[number];

/** Records that a verdict can rest on. */
export const EVIDENCE_KINDS = named(
  'EvidenceKind',
  ['audit', 'test_activity', 'issue'],
  'The kind of record that supports a verdict.',
);
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
