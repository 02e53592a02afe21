/** What can be said of a requirement. */
export const VERDICTS = [
  'supports',
  'partially_supports',
  'does_not_support',
  'not_applicable',
  'not_evaluated',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What of a product a verdict is about, in the order in which they are shown. */
export const COMPONENTS = ['web', 'electronic-docs', 'software', 'authoring-tool'] as const;
export type Component = (typeof COMPONENTS)[number];

/** Why something is not accessible, in the terms of the European model statement. */
export const REASONS = ['noncompliance', 'disproportionate_burden', 'out_of_scope'] as const;
export type Reason = (typeof REASONS)[number];

/** Records that a verdict can rest on. */
export const EVIDENCE_KINDS = ['audit', 'test_activity', 'issue'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
