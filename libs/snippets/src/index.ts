import { createHash } from 'node:crypto';
import { elementIn } from './element.js';
import { keptAttributes, withoutDigits } from './kept.js';

export { withoutSecrets } from './mask.js';

/** How much of its own text tells an element apart. */
const TEXT_LENGTH = 80;

/**
 * The fingerprint of the element that a snippet begins with: of its tag, the attributes that it keeps, and its own
 * text. Undefined: it begins with none.
 */
export function fingerprintOf(snippet: string): string | undefined {
  const element = elementIn(snippet);
  if (!element) return undefined;
  const text = withoutDigits(element.text).slice(0, TEXT_LENGTH);
  const identity = JSON.stringify([element.tag, keptAttributes(element), text]);
  return `s1:${createHash('sha256').update(identity).digest('hex').slice(0, 32)}`;
}

/**
 * What elements of one barrier have in common, whichever tool quotes them: tag and kept attributes. Undefined: the
 * snippet begins with no element.
 */
export function groupTextOf(snippet: string): string | undefined {
  const element = elementIn(snippet);
  return element && JSON.stringify([element.tag, keptAttributes(element)]);
}
