import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportedAudit } from '../support/reported-audit.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

const BROWSER = process.env['CHROME_PATH'] ?? '/usr/bin/chromium';
const canPrint = existsSync(BROWSER) && existsSync('/usr/bin/pdfinfo');

(canPrint ? test : test.skip)('printed by Chromium it is a tagged PDF with its headings and tables', async () => {
  const w = await world(service);
  const { audit } = await reportedAudit(service, w);
  const answer = service.as(w.member.token).get(`${audit.url}/export?format=html`).buffer(true);
  const { text } = await answer.expect(200);
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-report-'));
  try {
    const [page, pdf] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
    writeFileSync(page, text);
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--generate-pdf-document-outline'];
    execFileSync(BROWSER, [...flags, `--user-data-dir=${folder}/profile`, `--print-to-pdf=${pdf}`, `file://${page}`], {
      stdio: 'ignore',
    });
    expect(readFileSync(pdf).toString('latin1')).toContain('/Lang (en)');
    const info = (...args: string[]): string =>
      execFileSync('pdfinfo', [...args, pdf], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    expect(info()).toMatch(/^Tagged: +yes$/m);
    const structure = info('-struct');
    const count = (pattern: RegExp): number => structure.match(pattern)?.length ?? 0;
    const inPage = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    expect({
      h1: count(/^ *H1\b/gm),
      h2: count(/^ *H2\b/gm),
      h3: count(/^ *H3\b/gm),
      tables: count(/^ *Table\b/gm),
      columns: count(/\/Scope \/Column/g),
      rows: count(/\/Scope \/Row/g),
      figures: count(/^ *Figure\b/gm),
    }).toEqual({
      h1: 1,
      h2: inPage(/<h2[ >]/g),
      h3: inPage(/<h3[ >]/g),
      tables: inPage(/<table[ >]/g),
      columns: inPage(/<th scope="col"/g),
      rows: inPage(/<th scope="row"/g),
      figures: inPage(/<img /g),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
