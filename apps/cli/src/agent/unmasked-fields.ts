/** Fields that only the tools write: masked, they would name another rule. */
export const UNMASKED_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'ruleId',
  'tags',
  'wcag',
  'impact',
  'severity',
  'help',
  'helpUrl',
  'tool',
  'testEngine',
]);
