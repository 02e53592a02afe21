import { conformanceDocument } from '../../../../../../test/support/conformance-documents.js';
import { documentOf, documentSlices } from './document-slices.js';

test('a document in slices is the same when they are put together', () => {
  const [first, second] = [conformanceDocument('wcag-2-2'), conformanceDocument('en-301-549')];
  const { standard, conformanceLevel, audit, groups, requirements } = second;
  const further = { standard, conformanceLevel, audit, groups, requirements };
  expect(documentOf(documentSlices(first))).toEqual(first);
  const several = { ...first, furtherStandards: [further] };
  const slices = documentSlices(several);
  expect(documentOf(slices)).toEqual(several);
  expect(documentSlices({ ...first, requirements: [] })).toHaveLength(1);
  for (const slice of slices) if ('requirements' in slice) expect(slice.requirements.length).toBeLessThanOrEqual(100);
});
