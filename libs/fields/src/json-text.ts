import { type Fault, NAMED_FAULTS, pointerSegment } from '#libs/errors';

/** The deepest nesting of a body; beyond it `JSON.stringify` and PostgreSQL would overflow. */
const MAX_DEPTH = 32;

/** The maximum number of values in a body, without keys; walking more would block the event loop. */
const MAX_VALUES = 200_000;

/**
 * Parses a JSON object and names what PostgreSQL could not keep: NUL bytes, lone surrogates, deep nesting.
 * @param most how many values it may have; fewer than those of callers who were admitted are counted before any parsing
 */
export function parseJson(bytes: Uint8Array, most = MAX_VALUES): { value: unknown; faults?: Fault[] } {
  if (most < MAX_VALUES && measureJsonText(bytes).values > most) return { value: undefined, faults: [tooMany(most)] };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { value: undefined, faults: [{ path: '', code: 'invalid_utf8', message: 'The body is not valid UTF-8.' }] };
  }
  if (text.trim() === '') return { value: undefined };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: undefined, faults: [{ path: '', code: 'invalid_json', message: 'The body is not valid JSON.' }] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { value: undefined, faults: [{ path: '', code: 'wrong_type', message: 'The body must be a JSON object.' }] };
  }
  // Valid UTF-8 without `\u` escapes contains no text that PostgreSQL cannot store.
  const faults = boundsFault(value) ?? (text.includes('\\u') ? unstorableTexts(value) : []);
  return faults.length > 0 ? { value: undefined, faults } : { value };
}

/** Whether PostgreSQL can keep this text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

function boundsFault(root: object): Fault[] | undefined {
  const values = countValues(root, 1);
  if (values <= MAX_VALUES) return undefined;
  return values === Infinity ? [TOO_DEEP] : [tooMany(MAX_VALUES)];
}

/** The fault of a JSON text that exceeds the limits of any body, found without parsing it. */
export function excessFault(bytes: Uint8Array): Fault | undefined {
  const { values, depth } = measureJsonText(bytes);
  if (depth > MAX_DEPTH) return TOO_DEEP;
  return values > MAX_VALUES ? tooMany(MAX_VALUES) : undefined;
}

// Plain loops: for bodies with many small lists anything else takes longer than parsing.
function countValues(value: object, depth: number): number {
  if (depth > MAX_DEPTH) return Infinity;
  let count = 0;
  if (Array.isArray(value)) {
    count += value.length;
    for (let i = 0; i < value.length; i += 1) {
      const item = value[i] as unknown;
      if (typeof item === 'object' && item !== null) count += countValues(item, depth + 1);
    }
    return count;
  }
  for (const key in value) {
    count += 1;
    const item = (value as Record<string, unknown>)[key];
    if (typeof item === 'object' && item !== null) count += countValues(item, depth + 1);
  }
  return count;
}

/** Texts and names with escapes that PostgreSQL cannot store. */
function unstorableTexts(root: object): Fault[] {
  const faults: Fault[] = [];
  const trail: string[] = [];
  const walk = (value: object): void => {
    for (const [key, item] of Object.entries(value)) {
      if (faults.length >= NAMED_FAULTS) return;
      if (!isStorable(key) || (typeof item === 'string' && !isStorable(item))) {
        const path = [...trail, key].map((part) => `/${pointerSegment(part.toWellFormed())}`).join('');
        faults.push({
          path,
          code: 'invalid_text',
          message: 'Text must not contain NUL characters or lone surrogates.',
        });
      } else if (typeof item === 'object' && item !== null) {
        trail.push(key);
        walk(item as object);
        trail.pop();
      }
    }
  };
  walk(root);
  return faults;
}

const tooMany = (most: number): Fault => ({
  path: '',
  code: 'too_many',
  message: `The body has more than ${most} values.`,
  params: { max: most },
});

const TOO_DEEP: Fault = {
  path: '',
  code: 'too_deep',
  message: `The body is nested deeper than ${MAX_DEPTH} levels.`,
  params: { max: MAX_DEPTH },
};

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE, BRACKET_END, BRACE_END] = [...'",\\[{]}'].map((character) =>
  character.charCodeAt(0),
);

/** Estimates the number of values and the depth of a JSON text in one pass, without parsing it. */
function measureJsonText(bytes: Uint8Array): { values: number; depth: number } {
  let [values, open, depth] = [0, 0, 0];
  let isText = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (isText) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values += 1;
    else if (byte === BRACKET || byte === BRACE) {
      values += 1;
      open += 1;
      if (open > depth) depth = open;
    } else if (byte === BRACKET_END || byte === BRACE_END) open -= 1;
  }
  return { values, depth };
}
