/** What stands beside the JSON of a file. */
interface TextAround {
  side: 'before' | 'after';
  /** From 1. */
  line: number;
  words: string;
}

const LONGEST = 80;

/**
 * The first text before or after the JSON of a file, such as what npm or a browser prints into the same output;
 * undefined where there is no whole object or list among it.
 */
export function textAround(text: string): TextAround | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const begins = lines.flatMap((line, index) => (/^\s*[[{]/.test(line) ? [index] : [])).slice(0, TRIES);
  for (const begin of begins) {
    const end = endOf(lines, begin);
    if (end === 'open') return undefined;
    if (end === undefined) continue;
    if (begin > first) return aroundAt('before', lines, first);
    const rest = lines[end.line]!.slice(end.column).trim();
    const after = rest === '' ? lines.findIndex((line, index) => index > end.line && line.trim() !== '') : end.line;
    return after < 0 ? undefined : aroundAt('after', lines, after, rest || undefined);
  }
  return undefined;
}

/** Lines of a log may begin with a bracket as well. */
const TRIES = 20;

const aroundAt = (
  side: TextAround['side'],
  lines: readonly string[],
  index: number,
  words = lines[index]!,
): TextAround => ({
  side,
  line: index + 1,
  words: words.trim().slice(0, LONGEST).toWellFormed(),
});

/** Where the JSON ends that begins on a line; undefined where it is none, `open` where the file ends before. */
function endOf(lines: readonly string[], begin: number): { line: number; column: number } | 'open' | undefined {
  let depth = 0;
  let isInText = false;
  for (let line = begin; line < lines.length; line += 1) {
    const written = lines[line]!;
    for (let column = 0; column < written.length; column += 1) {
      const sign = written[column]!;
      if (isInText) {
        if (sign === '\\') column += 1;
        else if (sign === '"') isInText = false;
      } else if (sign === '"') isInText = true;
      else if (sign === '{' || sign === '[') depth += 1;
      else if (sign === '}' || sign === ']') depth -= 1;
      if (depth > 0) continue;
      const whole = [...lines.slice(begin, line), written.slice(0, column + 1)].join('\n');
      return isJson(whole) ? { line, column: column + 1 } : undefined;
    }
  }
  return 'open';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
