/** What nobody wrote but the tools themselves: a mask in it would make another rule of it. */
export const OF_TOOLS: ReadonlySet<string> = new Set([
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
