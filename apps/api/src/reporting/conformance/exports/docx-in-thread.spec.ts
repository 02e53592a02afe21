import { strFromU8, unzipSync } from 'fflate';
import { conformanceDocument, publicState } from '../../../../../../test/support/conformance-documents.js';
import { inThread } from '#libs/threads';
import { docxInThread } from './docx-in-thread.js';
import { docxReport } from './docx-report.js';

const threads = { run: inThread };

test('a thread writes the document that would be written here', async () => {
  const [document, state] = [conformanceDocument('en-301-549'), publicState()];
  const [here, there] = [await docxReport(document, state), await docxInThread(threads, document, state)];
  // The ids of links are drawn at random, and those of bookmarks count on.
  const xml = (file: Uint8Array): string =>
    strFromU8(unzipSync(file)['word/document.xml']!).replace(/ (r|w):id="[^"]+"/g, '');
  expect(xml(there) === xml(here)).toBe(true);
  expect(xml(there)).toContain(document.title);
});

test('a report that takes more memory than an export may is too large, and one that takes longer shall be asked for again', async () => {
  const document = conformanceDocument('wcag-2-2');
  const requirements = Array.from({ length: 200 }, () => document.requirements).flat();
  const tooLarge = { ...document, requirements };
  for (const [limits, code] of [
    [{ megabytes: 24, milliseconds: 30_000 }, 'export_too_large'],
    [{ megabytes: 256, milliseconds: 50 }, 'temporarily_unavailable'],
  ] as const)
    await expect(docxInThread(threads, tooLarge, null, limits)).rejects.toMatchObject({ code });
});
