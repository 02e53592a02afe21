import type { ConformanceDocument } from '../conformance-document.js';

/** What a form of statement lacks; it keeps that form from being written, and no report from being published. */
export const STATEMENT_PROBLEMS = {
  contact_incomplete: 'The report has no contact.',
  enforcement_missing: 'The report has no enforcement body (`enforcement`).',
  legislation_missing: 'The law of this country is unknown. Name it in the report (`legislation`).',
  preparer_missing: 'The report does not name the evaluator of the product (`preparedBy`).',
  schema_missing: 'The report has no URL of the multi-year accessibility scheme (`schemaUrl`).',
  action_plan_missing: 'The report has no URL of the action plan of this year (`actionPlanUrl`).',
  product_description_missing: 'The report has no description of the service (`productDescription`).',
  service_operation_missing: 'The report has no description of the operation of the service (`serviceOperation`).',
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
