import type { TrackerComment } from '../tracker.js';
import { importedComments } from './tracker-comments.js';

const comment = (body: string, id = '1'): TrackerComment => ({
  id,
  author: 'Ada',
  account: 'ada',
  body,
  at: new Date(0),
});
const imported = (comments: TrackerComment[], text: 'html' | 'markdown') =>
  importedComments({ comments, isWhole: true }, { connectionId: 'c', text, people: [] });

test('HTML is told as its text, blocks as lines', () => {
  const { comments } = imported([comment('<div>One &amp; two<br>three</div><p>4 &lt; 5</p>')], 'html');
  expect(comments.map(({ body }) => body)).toEqual(['One & two\nthree\n4 < 5']);
});

test('HTML whose tags never end is read at once', () => {
  const { comments } = imported([comment('<br'.repeat(700_000))], 'html');
  expect(comments[0]?.body).toHaveLength(20_000);
});

test('of an issue with too many long comments the first are told, and that there are more', () => {
  const { comments, isWhole } = imported(
    Array.from({ length: 60 }, (_, index) => comment('a'.repeat(30_000), String(index))),
    'markdown',
  );
  expect([comments.length, isWhole]).toEqual([50, false]);
});

test('what we have said there ourselves is not told again', () => {
  const ours = comment('A scan reported this issue again (Curbcut, test activity 7).');
  expect(imported([ours, comment(' ')], 'markdown')).toEqual({ comments: [], isWhole: true });
});
