import type {
  ConformanceReport,
  CoveredStandard,
  EuropeanUnionCountry,
  NamedAddress,
  ReportLanguage,
  ReportPreparer,
  UpdateConformanceReport,
} from '@curbcut/client';
import { dayOf } from '../ui/day';

interface Line extends Record<string, string> {
  text: string;
}

/** What a report says about itself, as its form has it; '' where nobody said. */
export interface ReportValues extends Record<string, unknown> {
  title: string;
  language: ReportLanguage;
  auditId: string;
  standardId: string;
  conformanceLevel: string;
  /** The standards that it covers beside the first, each with its level. */
  furtherStandards: string[];
  /** The ids of the audits that it rests on beside the first. */
  furtherAudits: string[];
  productVersion: string;
  productDescription: string;
  scope: string;
  methods: string;
  notes: string;
  untriagedReason: string;
  outcomesReason: string;
  author: { name: string; email: string; organization: string };
  contact: { email: string; url: string; phone: string };
  sample: { name: string; url: string }[];
  technologies: Line[];
  testEnvironments: Line[];
  tools: Line[];
  feedbackUrl: string;
  enforcement: { name: string; url: string };
  legislation: { name: string; url: string };
  country: EuropeanUnionCountry | '';
  serviceOperation: string;
  schemaUrl: string;
  actionPlanUrl: string;
  preparedBy: ReportPreparer | '';
  validUntil: string;
}

const lines = (texts: readonly string[]): Line[] => texts.map((text) => ({ text }));
const address = (named: NamedAddress | null) => ({ name: named?.name ?? '', url: named?.url ?? '' });

/** A standard with its level, as one value. */
export const keyOfStandard = ({ standardId, conformanceLevel }: CoveredStandard): string =>
  [standardId, conformanceLevel ?? ''].join(' ').trim();

/** @see keyOfStandard */
export function standardOf(key: string): CoveredStandard {
  const [standardId = '', conformanceLevel] = key.split(' ');
  return { standardId, conformanceLevel: conformanceLevel ?? null };
}

const TEXTS = [
  'productVersion',
  'productDescription',
  'scope',
  'methods',
  'notes',
  'untriagedReason',
  'outcomesReason',
  'feedbackUrl',
  'country',
  'serviceOperation',
  'schemaUrl',
  'actionPlanUrl',
  'preparedBy',
] as const;

/** @see ReportValues */
export const valuesOf = (report: ConformanceReport, timeZone: string): ReportValues => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, report[name] ?? ''])) as Pick<
    ReportValues,
    (typeof TEXTS)[number]
  >),
  auditId: report.auditId ?? '',
  standardId: report.standardId ?? '',
  conformanceLevel: report.conformanceLevel ?? '',
  furtherStandards: report.standards.slice(1).map(keyOfStandard),
  furtherAudits: report.auditIds.slice(1),
  title: report.title,
  language: report.language,
  author: {
    name: report.author?.name ?? '',
    email: report.author?.email ?? '',
    organization: report.author?.organization ?? '',
  },
  contact: {
    email: report.contact?.email ?? '',
    url: report.contact?.url ?? '',
    phone: report.contact?.phone ?? '',
  },
  sample: report.sample.map(address),
  technologies: lines(report.technologies),
  testEnvironments: lines(report.testEnvironments),
  tools: lines(report.tools),
  enforcement: address(report.enforcement),
  legislation: address(report.legislation),
  validUntil: dayOf(report.validUntil, timeZone),
});

/** What of a record was filled in; null: nothing. */
function filled<T extends Record<string, string>>(record: T): T | null {
  const said = Object.entries(record).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  return said.length === 0 ? null : (Object.fromEntries(said) as T);
}

/** On what a report rests; all of it where there are several, since one alone would take the place of them. */
function basisOf(changed: Partial<ReportValues>, from: ReportValues): UpdateConformanceReport {
  const { standardId, conformanceLevel, furtherStandards, auditId, furtherAudits } = { ...from, ...changed };
  const body: UpdateConformanceReport = {};
  const isChanged = (...names: (keyof ReportValues)[]): boolean => names.some((name) => changed[name] !== undefined);
  if (isChanged('standardId', 'conformanceLevel', 'furtherStandards')) {
    const first = { standardId, conformanceLevel: conformanceLevel || null };
    if (standardId && (furtherStandards.length > 0 || from.furtherStandards.length > 0))
      body.standards = [first, ...furtherStandards.map(standardOf)];
    else Object.assign(body, { standardId: standardId || null, conformanceLevel: first.conformanceLevel });
  }
  if (isChanged('auditId', 'furtherAudits')) {
    if (auditId && (furtherAudits.length > 0 || from.furtherAudits.length > 0))
      body.auditIds = [auditId, ...furtherAudits];
    else body.auditId = auditId || null;
  }
  return body;
}

/** What was changed of a report, as the interface takes it; `from` is what it was. */
export function bodyOf(changed: Partial<ReportValues>, from: ReportValues): UpdateConformanceReport {
  const body = basisOf(changed, from);
  const { title, language, author, contact, sample, validUntil } = changed;
  if (title !== undefined) body.title = title;
  if (language !== undefined) body.language = language;
  for (const name of TEXTS) if (changed[name] !== undefined) body[name] = (changed[name] || null) as never;
  if (author) body.author = filled(author);
  if (contact) body.contact = filled(contact);
  for (const name of ['enforcement', 'legislation'] as const) if (changed[name]) body[name] = filled(changed[name]);
  if (sample) body.sample = sample.flatMap((one) => filled(one) ?? []);
  for (const name of ['technologies', 'testEnvironments', 'tools'] as const)
    if (changed[name]) body[name] = changed[name].map(({ text }) => text.trim()).filter(Boolean);
  if (validUntil !== undefined) body.validUntil = validUntil || null;
  return body;
}
