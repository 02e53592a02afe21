import type { ConformanceDocument } from '../conformance-document.js';

/** What a form of statement lacks; it keeps that form from being written, and no report from being published. */
export const STATEMENT_PROBLEMS = {
  contact_incomplete: 'The report names no contact.',
  enforcement_missing: 'The report does not say whom to turn to where an answer does not satisfy (`enforcement`).',
  legislation_missing: 'Nobody has looked up the law of this country; the report must name it (`legislation`).',
  preparer_missing: 'The report does not say who has evaluated the product (`preparedBy`).',
  schema_missing: 'The report does not say where the multi-year accessibility scheme stands (`schemaUrl`).',
  action_plan_missing: 'The report does not say where the action plan of this year stands (`actionPlanUrl`).',
  product_description_missing: 'The report does not say what the service is (`productDescription`).',
  service_operation_missing: 'The report does not say how the service works (`serviceOperation`).',
} as const;
export type StatementProblem = keyof typeof STATEMENT_PROBLEMS;

/** Whether a document lacks it. */
export const LACKS: Readonly<Record<StatementProblem, (document: ConformanceDocument) => boolean>> = {
  contact_incomplete: ({ contact }) => contact === null,
  enforcement_missing: ({ enforcement }) => enforcement === null,
  // Without a country it is the Directive.
  legislation_missing: ({ country, legislation }) => country !== undefined && legislation === null,
  preparer_missing: ({ preparedBy }) => preparedBy === null,
  schema_missing: ({ schemaUrl }) => schemaUrl === undefined,
  action_plan_missing: ({ actionPlanUrl }) => actionPlanUrl === undefined,
  product_description_missing: ({ product }) => product.description === undefined,
  service_operation_missing: ({ serviceOperation }) => serviceOperation === undefined,
};

/** A problem of a form as it is told, of the whole report. */
export const statementProblem = (code: StatementProblem) => ({
  code,
  requirementId: null,
  requirement: null,
  component: null,
  message: STATEMENT_PROBLEMS[code],
});
