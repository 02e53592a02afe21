import { isStorable } from '#libs/fields';
import type { ImportedComments } from '../../../records/comments/comments-from-trackers.service.js';
import type { TrackerConnection } from '../connections/tracker-connection.entity.js';
import type { TextFormat } from '../kinds.js';
import type { TrackerComment, TrackerComments } from '../tracker.js';

/** What a comment here has at most, in characters. */
const MOST_TEXT = 20_000;
/** Of the HTML of one, and of all comments of an issue: what a tracker tells more is left there. */
const MOST_HTML = 100_000;
const MOST_OF_ALL = 1_000_000;
const MOST_NAME = 200;

/** How what we say ourselves in a tracker begins: it is not told again. */
const OURS = 'A scan reported this issue again (Curbcut, test activity ';

/** What we say in a tracker of what a scan has found again. */
export const regressionText = (run: number): string => `${OURS}${run}).`;

/** What people said in a tracker, as comments here: without what we have said there ourselves, and without nothing. */
export const importedComments = (
  { comments, isWhole }: TrackerComments,
  { connectionId, text, people }: { connectionId: string; text: TextFormat; people: TrackerConnection['people'] },
): ImportedComments => {
  const read = asMany(comments);
  const imported = read
    .map(({ id, author, account, body, at }) => ({
      externalId: `${connectionId}:${id}`,
      author: author === null ? null : kept(author, MOST_NAME),
      userId: people.find((one) => one.account.toLowerCase() === account?.toLowerCase())?.userId ?? null,
      body: kept(text === 'html' ? textOf(body) : body, MOST_TEXT),
      at,
    }))
    .filter(({ body }) => body.trim() !== '' && !body.includes(OURS));
  return { comments: imported, isWhole: isWhole && read.length === comments.length };
};

function asMany(comments: readonly TrackerComment[]): TrackerComment[] {
  let characters = 0;
  return comments.filter(({ body }) => (characters += Math.min(body.length, MOST_TEXT)) <= MOST_OF_ALL);
}

const kept = (text: string, most: number): string => {
  const cut = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return isStorable(cut) ? cut : cut.replaceAll('\0', '').toWellFormed();
};

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The text of HTML: its blocks are lines. */
const textOf = (html: string): string =>
  html
    .slice(0, MOST_HTML)
    .replaceAll(/<(?:br|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => ENTITIES[name]!)
    .trim();
