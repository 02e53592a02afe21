import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadReport, type ReportedFinding as ReadFinding, readReport, type ReportFormat } from '#libs/reports';
import { ingestSchema, type ReportedFinding } from './dto/ingest.schema.js';

const folder = join(process.cwd(), 'test/fixtures/reports');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(json|sarif)$/.test(name));

/** Those whose shape says nothing, because they found nothing. */
const FORMATS: Readonly<Record<string, ReportFormat>> = {
  'tools/pa11y-9.1.1-clean.json': 'pa11y',
  'tools/html-validate-10.17.0-clean.json': 'html-validate',
  'tools/eslint-9.39.5-clean.sarif': 'sarif',
};
const REFUSED = ['tools/lighthouse-12.8.2-seo.json', 'tools/playwright-1.65.1-none.json'];

const bodyOf = ({ type, tool, startedAt, completedAt, findings }: ReadReport) => ({
  type,
  tool,
  startedAt,
  completedAt,
  // The types are checked as well: what is read may be sent.
  findings: findings satisfies ReadFinding[] satisfies ReportedFinding[],
});

test.each(files.filter((name) => !REFUSED.includes(name)))(
  'what is read from %s is what ingest takes',
  async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const report of await readReport({ name, text }, { format: FORMATS[name], root: '/app' }))
      expect(ingestSchema.safeParse(bodyOf(report)).error).toBeUndefined();
  },
);
