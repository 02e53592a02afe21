import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReports } from './read-reports.js';

let folder: string;
let warnings: string[];
const warn = (text: string): void => void warnings.push(text);

beforeEach(() => {
  [folder, warnings] = [mkdtempSync(join(tmpdir(), 'curbcut-')), []];
});

afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: unknown): void => writeFileSync(join(folder, name), JSON.stringify(content));

/** As `lhci upload` with the target `filesystem` leaves it, after it was carried to another machine. */
const manifest = [
  {
    ...{ url: 'https://shop.example/', isRepresentativeRun: true, summary: { accessibility: 0.9 } },
    ...{
      htmlPath: '/builds/acme/shop/shop_example-.report.html',
      jsonPath: '/builds/acme/shop/shop_example-.report.json',
    },
  },
];

describe('the manifest of Lighthouse CI is no report (lighthouse-ci#142)', () => {
  test.each([
    ['in a folder', (): string => folder],
    ['among the files of a pattern', (): string => `${folder}/*.json`],
  ])('%s it is skipped with a warning, and its reports are read', async (_name, named) => {
    const report = join(process.cwd(), 'test/fixtures/reports/tools/lighthouse-12.8.2.json');
    copyFileSync(report, join(folder, 'shop_example-.report.json'));
    write('manifest.json', manifest);
    const [lighthouse, ...others] = await readReports([named()], { warn });
    expect(others).toEqual([]);
    expect(lighthouse).toMatchObject({ tool: 'lighthouse', pages: ['https://shop.example/'] });
    expect(lighthouse!.files).toEqual([expect.stringMatching(/shop_example-\.report\.json$/)]);
    expect(warnings).toEqual([
      expect.stringMatching(/manifest\.json was skipped: it is the manifest of Lighthouse CI, not a report\.$/),
    ]);
  });

  test('alone it is refused', async () => {
    write('manifest.json', manifest);
    await expect(readReports([folder], { warn })).rejects.toThrow(/^No report was found in /);
  });

  test.each([
    ['another name', 'list.json', manifest],
    ['the manifest of an app', 'manifest.json', { name: 'Shop', start_url: '/' }],
    ['an empty list', 'manifest.json', []],
  ])('%s is still refused, and never skipped', async (_name, file, content) => {
    write(file, content);
    await expect(readReports([folder], { warn })).rejects.toThrow(file);
    expect(warnings).toEqual([]);
  });
});
