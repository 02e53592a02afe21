import type { Message } from '../messages.js';

/** What a chat is told: one heading, lines below it, where from, and where to look. */
export interface ChatText {
  heading: string;
  lines: string[];
  context: string;
  /** Null: there is no page of it. */
  link: string | null;
}

/** The most code points of a heading, of a line and of a value in it. */
const HEADING = 300;
const LINE = 500;
const VALUE = 200;
/** The most values of a list that are named. */
const NAMED = 10;

/** What a message says to people; whatever comes from records is one line, and cut. */
export function chatTextOf({ type, data }: Message): ChatText {
  const chatData = data as ChatData;
  const { productSlug, actor, test, count, url, consoleUrl } = chatData;
  const about = aboutOf(chatData);
  const heading = type === 'webhook.test' ? 'This is a test message of Curbcut' : headingOf(type, count, about);
  const from = ['Curbcut', oneLine(productSlug ?? ''), oneLine(actor?.name ?? ''), test ? 'test' : ''];
  return {
    heading: clip(heading, HEADING),
    lines: (chatData.changes ?? []).map(lineOf),
    context: clip(from.filter((part) => part !== '').join(' · '), HEADING),
    link: consoleUrl ?? url ?? null,
  };
}

/** What messages have in `data`, as far as a chat is told of it. */
interface ChatData {
  test?: boolean;
  productSlug?: string | null;
  actor?: { name: string | null };
  subject?: { number: number | null; title: string | null };
  testActivity?: { number: number };
  line?: { name?: string };
  count?: number;
  changes?: Change[];
  url?: string | null;
  consoleUrl?: string | null;
}

interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

function headingOf(type: string, count: number | undefined, about: string): string {
  const [kind, ...rest] = type.split('.');
  const words = `${kind} ${rest.join(' ')}`.replaceAll('_', ' ');
  const counted =
    count === undefined ? words : `${count} ${count === 1 ? words.replace(/^findings/, 'finding') : words}`;
  const sentence = counted.charAt(0).toUpperCase() + counted.slice(1);
  return about === '' ? sentence : `${sentence}: ${about}`;
}

function aboutOf({ subject, testActivity, line }: ChatData): string {
  if (testActivity) return `test activity #${testActivity.number}`;
  if (line) return `line ${oneLine(line.name ?? '')}`.trimEnd();
  const number = subject?.number ? `#${subject.number}` : '';
  return [number, oneLine(subject?.title ?? '')].filter((part) => part !== '').join(' ');
}

const lineOf = ({ field, from, to }: Change): string => {
  const name = oneLine(field);
  const was = from === null || from === undefined ? '' : `${shown(from)} → `;
  return clip(`${name}: ${was}${shown(to)}`, LINE);
};

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (!Array.isArray(value))
    return clip(oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value)), VALUE);
  if (value.length === 0) return 'none';
  const named = value.slice(0, NAMED).map(shown).join(', ');
  return value.length > NAMED ? `${named} ${andMore(value.length - NAMED)}` : named;
}

/** What stands for what there is no room for. */
const andMore = (count: number): string => `and ${count} more`;

/** A text in one line, without characters that are not seen or turn the order of others. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** At most so many code points of a text. */
function clip(text: string, most: number): string {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}

/**
 * The first of these lines for which there is room by `fits`, with a line that counts the others where there are any.
 * `fits` gets what is to be shown; if it holds for some lines, it holds for fewer.
 */
export function linesThatFit(lines: readonly string[], fits: (shown: readonly string[]) => boolean): readonly string[] {
  const cut = (count: number): readonly string[] =>
    count === lines.length ? lines : [...lines.slice(0, count), andMore(lines.length - count)];
  let [least, most] = [0, lines.length];
  while (least < most) {
    const count = Math.ceil((least + most) / 2);
    if (fits(cut(count))) least = count;
    else most = count - 1;
  }
  return cut(least);
}
