import { axeReading, isAxeResult, isViolation } from './axe-core.js';
import { at, text } from './json.js';
import type { ReadContext, Reading } from './report.js';

/** The content of an attachment, if it is about accessibility; `missing` is the path of a file that does not exist. */
interface Attached {
  reading?: Reading | undefined;
  missing?: string | undefined;
}

/**
 * The reading of an attachment that holds results of axe-core, whichever type it was attached with: without one
 * Playwright calls a text `text/plain` and a buffer `application/octet-stream`.
 */
export async function attachedReading(attachment: unknown, readFile: ReadContext['readFile']): Promise<Attached> {
  const type = text(at(attachment, 'contentType')) ?? '';
  const isJson = /json/i.test(type);
  const isNamed = NAMES.test(text(at(attachment, 'name')) ?? '');
  const body = text(at(attachment, 'body'));
  const path = text(at(attachment, 'path'));
  if (!isJson && !MAY_BE_JSON.test(type)) return {};
  if (body !== undefined) return { reading: readingOf(textOf(body), isNamed) };
  // Other files, such as downloads, may be large.
  if (path === undefined || !(isJson || /\.(json|txt)$/i.test(path))) return {};
  const content = await readFile?.(path);
  if (content) return { reading: readingOf(content, isNamed) };
  return isJson || isNamed ? { missing: path } : {};
}

/** Usual names of such attachments. An empty list with another name may be anything. */
const NAMES = /axe|a11y|accessib|violation/i;

const MAY_BE_JSON = /^(text\/plain|application\/octet-stream)\b|^$/i;

/** Text in base64, empty where it is none; browsers read reports too, and have no `Buffer`. */
function textOf(base64: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** Results of axe-core, or violations alone; undefined for something else. */
function readingOf(content: string, isNamed: boolean): Reading | undefined {
  const parsed = parse(content);
  const results = [parsed].flat().filter(isAxeResult);
  if (results.length > 0) return axeReading(results.map((result) => ({ result })));
  const violations = Array.isArray(parsed) ? parsed : at(parsed, 'violations');
  if (!Array.isArray(violations) || !violations.every(isViolation)) return undefined;
  if (violations.length === 0 && !isNamed) return undefined;
  const reading = axeReading([{ result: { violations, url: at(parsed, 'url') } }]);
  return { ...reading, selections: [ONLY_VIOLATIONS] };
}

const ONLY_VIOLATIONS = 'Results that need review were left out (only the list "violations" was attached).';

function parse(content: string): unknown {
  if (!/^[\s\uFEFF]*[[{]/.test(content)) return undefined;
  try {
    return JSON.parse(content.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}
