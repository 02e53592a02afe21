// What the types of each generated client say: the compiler refuses this file where one says something else.
import type { Issue, IssuesListData, IssueState as HeyApiState } from './made/hey-api/index.js';
import type { issuesList as oazapftsList } from './made/oazapfts.js';
import type { components, operations, webhooks } from './made/openapi-typescript.js';
import type { IssuesListParams, IssuesUpdateHeaders, IssueState as OrvalState } from './made/orval.js';
import type { IssueState as SwaggerState } from './made/swagger.js';

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
type Message = webhooks['message']['post']['requestBody']['content']['application/json'];

export const report: BodyOf<'ingest_report'> = {
  type: 'automated_scan',
  coverage: 'complete',
  findings: [{ title: 'Buttons must have discernible text', severity: 'high' }],
};
export const letterOf = ({ product }: AnswerOf<'products_read'>): Schemas['Letter'] | null =>
  product.grade?.letter ?? null;
export const isOver = ({ code }: Schemas['Problem']): boolean => code === 'rate_limited';
export const findingsOf = (message: Message): string[] =>
  message.type === 'findings.raised' ? message.data.findingIds : [];

const query = { state: ['open' as const], sortDirection: 'asc' as const };
export const ofOpenapiTypescript: operations['issues_list']['parameters']['query'] = query;
export const ofHeyApi: IssuesListData['query'] = query;
export const ofOazapfts: Parameters<typeof oazapftsList>[2] = query;
export const ofOrval: IssuesListParams = query;
export const ifMatchOfOrval: IssuesUpdateHeaders = { 'If-Match': '"1"' };
export const numberOf = ({ number }: Issue): number => number;

// @ts-expect-error no such state
export const other: Schemas['IssueState'] = 'opened';
// @ts-expect-error no such state
export const otherOfHeyApi: HeyApiState = 'opened';
// @ts-expect-error no such state
export const otherOfOrval: OrvalState = 'opened';
// @ts-expect-error no such state
export const otherOfSwagger: SwaggerState = 'opened';
