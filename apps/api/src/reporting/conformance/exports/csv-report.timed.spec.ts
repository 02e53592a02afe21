import { conformanceDocument, publicState } from '../../../../../../test/support/conformance-documents.js';
import { csvReport } from './csv-report.js';

test('a long cell of quotes and formula characters is written at once', async () => {
  const document = conformanceDocument();
  const [one] = document.requirements;
  const remarks = '"'.repeat(200_000) + '="'.repeat(200_000);
  const requirements = [{ ...one!, verdicts: [{ ...one!.verdicts[0]!, remarks }] }];
  const begun = performance.now();
  await csvReport({ ...document, requirements }, publicState(), []);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
