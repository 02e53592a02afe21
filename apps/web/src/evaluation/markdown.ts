/** A stretch of a line: plain words, or words that are strong, code, or a link. */
export type Stretch =
  | string
  | { kind: 'strong'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

/** A paragraph, or a list of lines. */
export type Block = { kind: 'paragraph'; line: Stretch[] } | { kind: 'list' | 'numbers'; lines: Stretch[][] };

const STRETCH = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g;
const ITEM = /^\s*(?:[-*]|(\d+)[.)])\s+/;

/** Reads of Markdown what procedures have: paragraphs, lists, strong words, code and links. All else is text. */
export const blocksOf = (markdown: string): Block[] =>
  markdown
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(blockOf);

function blockOf(part: string): Block {
  const lines = part.split('\n');
  const [first = ''] = lines;
  const item = ITEM.exec(first);
  if (!item || !lines.every((line) => ITEM.test(line)))
    return { kind: 'paragraph', line: stretchesOf(lines.join(' ')) };
  const kind = item[1] === undefined ? 'list' : 'numbers';
  return { kind, lines: lines.map((line) => stretchesOf(line.replace(ITEM, ''))) };
}

function stretchesOf(line: string): Stretch[] {
  const found: Stretch[] = [];
  let end = 0;
  for (const match of line.matchAll(STRETCH)) {
    const [whole, strong, code, words, href] = match;
    if (match.index > end) found.push(line.slice(end, match.index));
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else found.push({ kind: 'link', text: words!, href: href! });
    end = match.index + whole.length;
  }
  if (end < line.length) found.push(line.slice(end));
  return found;
}
