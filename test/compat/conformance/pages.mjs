// Every page that reports and statements are, made of fixtures; bundled and imported by check-pages.mjs.
import { REPORT_LANGUAGES } from '../../../apps/api/src/reporting/conformance/conformance-document.ts';
import { badgeSvg } from '../../../apps/api/src/reporting/conformance/exports/badge.ts';
import { htmlReport } from '../../../apps/api/src/reporting/conformance/exports/html-report.ts';
import {
  STATEMENT_NAMES,
  writeStatement,
} from '../../../apps/api/src/reporting/conformance/statements/statement-forms.ts';
import { conformanceDocument, draftDocument, publicState } from '../../support/conformance-documents.ts';

export { PAGE_POLICY } from '../../../apps/api/src/reporting/conformance/exports/html-skeleton.ts';

const since = '2027-01-15T12:00:00.000Z';
const openIssue = {
  requirement: '1.1.1',
  openedAt: since,
  endedAt: null,
  wasClosed: false,
  reason: null,
};
const reportedSince = [
  openIssue,
  { ...openIssue, requirement: '9.1.1.1', endedAt: '2027-02-01T12:00:00.000Z', wasClosed: true },
  { ...openIssue, reason: { text: 'Seen & <measured>: "decoration".', since } },
];
const known = { reportedSince, barriers: 1 };

/** The standards of which pages show the forms of statements. */
const STANDARD_OF = {
  'statement-eu': 'en-301-549',
  'statement-rgaa': 'rgaa',
  'statement-uk': 'wcag-2-2',
  'statement-eaa': 'en-301-549',
  'statement-us': 'section-508',
};
const lawful = (document) => ({ ...document, legislation: { name: 'The law', url: 'https://example.org/law' } });

/** `[name, page]` */
export const PAGES = await Promise.all(
  REPORT_LANGUAGES.flatMap((language) => {
    const documentOf = (slug) => conformanceDocument(slug, { language });
    const reports = [
      ['report of WCAG', htmlReport(documentOf('wcag-2-2'), publicState({ ...known, reviewedAt: since }))],
      ['report of EN 301 549', htmlReport(documentOf('en-301-549'), publicState(known))],
      ['draft', htmlReport(draftDocument('wcag-2-2', { language, contact: null, sample: [] }), null)],
      [
        'withdrawn',
        htmlReport(documentOf('wcag-2-1'), publicState({ state: 'withdrawn', since, archivedProduct: true })),
      ],
      ['expired', htmlReport(documentOf('section-508'), publicState({ state: 'expired', since }))],
      [
        'EU statement of WCAG, unreviewed',
        writeStatement('statement-eu', lawful(documentOf('wcag-2-2')), publicState(), 'counsel'),
      ],
      ...STATEMENT_NAMES.map((name) => [
        name,
        writeStatement(
          name,
          lawful(documentOf(STANDARD_OF[name])),
          publicState({ ...known, reviewedAt: since }),
          'public',
        ),
      ]),
    ];
    return reports.map(async ([name, page]) => [`${name}, ${language}`, await page]);
  }),
);

export const BADGES = [
  ...['published', 'expired', 'withdrawn'].map((state) => publicState({ state })),
  publicState({ ...known, underReview: true }),
].map((state) => badgeSvg(conformanceDocument(), state));
