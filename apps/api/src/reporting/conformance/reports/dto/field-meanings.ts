/** Descriptions of fields that a report and its changes share. */
export const MEANING = {
  standards:
    'The standards of the report, with `standardId` and `conformanceLevel` first; several must be built-in ones among WCAG, Section 508 and EN 301 549.',
  auditIds: 'The audits of the report, with `auditId` first.',
  productVersion: 'The title chosen by the organization.',
  productDescription: 'A description of the product for readers.',
  scope: 'The evaluated scope of the product.',
  methods: 'The evaluation method.',
  notes: 'Further notes for readers.',
  untriagedReason:
    'The reason for pending findings that contradict "supports"; without it, they prevent the publication. Exports include it.',
  outcomesReason:
    'The reason for "supports" where the audit has failed or untested requirements; without it, they prevent the publication. Exports include it.',
  feedbackUrl: 'The URL for reporting accessibility problems.',
  country: 'The country whose law and enforcement body apply by default, without `legislation` and `enforcement`.',
  serviceOperation: 'A description of the operation of the service (Directive (EU) 2019/882, Annex V).',
  schemaUrl: 'The URL of the multi-year accessibility scheme, linked by the RGAA statement.',
  actionPlanUrl: 'The URL of the action plan of this year, linked by the RGAA statement.',
  technologies: 'The technologies relied upon: HTML, WAI-ARIA.',
  testEnvironments: 'The tested browsers and assistive technologies.',
  tools: 'Other test tools.',
};
