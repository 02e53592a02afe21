import type { ConformanceDocument, NamedAddress, PublicState } from '../conformance-document.js';
import { eachStandard } from '../each-standard.js';
import { dayIn, fillIn, TRANSLATIONS } from '../translations/translations.js';
import { standardAndLevel } from './report-result.js';
import { differing } from './report-state.js';

/** A fact about a report: its label, and each value: words of ours, what somebody wrote, or an address. */
export interface ReportFact {
  label: string;
  values: ({ ours: string } | { text: string } | NamedAddress)[];
}

/** The facts about a report that it names before its verdicts, those that are known. */
export function reportFacts(document: ConformanceDocument, state: PublicState | null): ReportFact[] {
  const t = TRANSLATIONS[document.language];
  const { labels } = t;
  const { author, contact, product } = document;
  const standards = eachStandard(document);
  const isOne = standards.length === 1;
  const day = (moment: string | null) => (moment === null ? [] : [{ ours: dayIn(document, moment) }]);
  const text = (value: string | null | undefined) => (value ? [{ text: value }] : []);
  const texts = (values: readonly string[]) => values.map((value) => ({ text: value }));
  const email = (value: string) => ({ name: value, url: `mailto:${value}` });
  const audits = new Map(standards.flatMap(({ audit }) => (audit === null ? [] : [[audit.number, audit] as const])));
  const auditTexts = [...audits.values()].map(({ number, completedAt }) => ({
    ours:
      completedAt === null
        ? fillIn(t.auditUnderWay, { number })
        : fillIn(t.audit, { number, date: dayIn(document, completedAt) }),
  }));
  const { againstOutcomes } = document;
  const differs = againstOutcomes && differing(document, againstOutcomes);
  const untested = [...audits.values()].flatMap(({ number, untested: count }) =>
    count === undefined ? [] : [{ ours: fillIn(t.untestedInAudit, { number, count }) }],
  );
  const untriaged = document.untriagedReason ? [{ ours: t.untriaged }, ...text(document.untriagedReason)] : [];
  const replaced = document.revisionOf === null ? [] : [{ ours: fillIn(t.replaces, { number: document.revisionOf }) }];
  // The order of VPAT 2.5, then what it has no place for.
  const facts: [string, ReportFact['values']][] = [
    [labels.standard, isOne ? text(document.standard.name) : texts(standards.map(standardAndLevel))],
    [labels.level, isOne ? text(document.conformanceLevel) : []],
    [labels.product, text(product.name)],
    [labels.version, text(product.version)],
    [labels.published, day(document.publishedAt)],
    [labels.description, text(product.description)],
    [labels.organization, text(document.organization.name)],
    [labels.author, author ? [...text(author.name), ...text(author.organization), email(author.email)] : []],
    [
      labels.contact,
      contact
        ? [
            email(contact.email),
            ...(contact.url ? [{ name: contact.url, url: contact.url }] : []),
            ...text(contact.phone),
          ]
        : [],
    ],
    [labels.feedback, document.feedbackUrl ? [{ name: document.feedbackUrl, url: document.feedbackUrl }] : []],
    [labels.notes, text(document.notes)],
    [labels.untriaged, untriaged],
    [labels.againstOutcomes, differs ? [{ ours: differs.sentence }, ...text(differs.reason)] : []],
    [labels.methods, text(document.methods)],
    [labels.scope, text(document.scope)],
    [labels.sample, document.sample],
    [labels.technologies, texts(document.technologies)],
    [labels.testEnvironments, texts(document.testEnvironments)],
    [labels.tools, texts(document.tools)],
    [labels.preparedBy, document.preparedBy ? [{ ours: t.preparers[document.preparedBy] }] : []],
    [labels.audit, [...auditTexts, ...untested]],
    [labels.validUntil, day(document.validUntil)],
    [labels.reviewed, day(state?.reviewedAt ?? null)],
    [labels.revisionOf, replaced],
  ];
  return facts.filter(([, values]) => values.length > 0).map(([label, values]) => ({ label, values }));
}
