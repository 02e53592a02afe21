import { turnsOf } from '../../../../../../test/support/turns.js';
import { conformanceDocument, publicState } from '../../../../../../test/support/conformance-documents.js';
import type { ConformanceDocument } from '../conformance-document.js';
import { csvReport } from './csv-report.js';
import { earlReport } from './earl-report.js';
import { htmlReport } from './html-report.js';
import { markdownReport } from './markdown-report.js';
import { readableReport } from './report-parts.js';

const COMPONENTS = ['web', 'electronic-docs', 'software', 'authoring-tool'] as const;
/** Four times as many as a standard may have: each form of it takes much longer than a slice. */
const REQUIREMENTS = 8_000;

/** A report that claims something of each component for many requirements. */
function largeDocument(): ConformanceDocument {
  const document = conformanceDocument();
  const [first] = document.requirements;
  const said = document.requirements.find(({ verdicts }) => verdicts.length > 0)!.verdicts[0]!;
  const verdicts = COMPONENTS.map((component) => ({ ...said, component, fromGroup: false }));
  const requirements = Array.from({ length: REQUIREMENTS }, (_, place) => ({
    ...first!,
    number: String(place + 1),
    inScope: true,
    verdicts,
  }));
  return { ...document, requirements };
}

const document = largeDocument();

test.each<[string, () => Promise<unknown>]>([
  ['what people read of it', () => readableReport(document, publicState())],
  ['HTML', () => htmlReport(document, publicState())],
  ['Markdown', () => markdownReport(document, publicState())],
  ['EARL', () => earlReport(document, publicState())],
  ['CSV', () => csvReport(document, publicState(), [])],
])('of a large report %s is made in slices, between which others have their turn', async (_, make) => {
  expect(await turnsOf(make)).toBeGreaterThan(2);
});
