import type { components, operations, webhooks } from './made/openapi.js';

type Schemas = components['schemas'];
type BodyOf<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : never;
type AnswerOf<O extends keyof operations> = operations[O] extends {
  responses: { 200: { content: { 'application/json': infer A } } };
}
  ? A
  : never;

/** Is refused by the compiler where a type is not the one that is meant. */
export const report: BodyOf<'ingest_report'> = {
  type: 'automated_scan',
  coverage: 'complete',
  findings: [{ title: 'Buttons must have discernible text', severity: 'high' }],
};
export const states: operations['issues_list']['parameters']['query'] = { state: ['open'], sortDirection: 'asc' };
export const letterOf = ({ product }: AnswerOf<'products_read'>): Schemas['Letter'] | null =>
  product.grade?.letter ?? null;
export const isOver = ({ code }: Schemas['Problem']): boolean => code === 'rate_limited';

type Message = webhooks['message']['post']['requestBody']['content']['application/json'];
export const findingsOf = (message: Message): string[] =>
  message.type === 'findings.raised' ? message.data.findingIds : [];

// @ts-expect-error no such state
export const other: Schemas['IssueState'] = 'opened';
