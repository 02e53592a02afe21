import { issueDraftOf } from './issue-draft.js';

const barrier = {
  title: 'Short',
  description: null,
  severity: null,
  impact: null,
  sourceUrl: null,
  wcag: [],
  criteria: [],
};

test('a title of up to 200 characters stays as it is', () => {
  expect(issueDraftOf({ ...barrier, title: '🙂'.repeat(200) })).toMatchObject({
    title: '🙂'.repeat(200),
    description: null,
  });
});

test('a longer title is cut with an ellipsis, and the description begins with the whole', () => {
  const draft = issueDraftOf({ ...barrier, title: 'x'.repeat(201), description: 'More' });
  expect(draft.title).toBe(`${'x'.repeat(199)}…`);
  expect(draft.description).toBe(`${'x'.repeat(201)}\n\nMore`);
});
