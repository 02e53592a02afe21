import { type Fault, pointerSegment } from '#libs/errors';
import { isStorable } from '#libs/fields';

/** The maximum number of fields: a form of many takes long to parse, and anybody may send one. */
const MOST_FIELDS = 100;
const AMPERSAND = 0x26;

/** Parses a posted form into a flat object of strings; duplicate names are faults. */
export function parseForm(bytes: Uint8Array): { value: unknown; faults?: Fault[] } {
  const count = 1 + bytes.reduce((found, byte) => found + Number(byte === AMPERSAND), 0);
  if (count > MOST_FIELDS) {
    const message = `A form can have at most ${MOST_FIELDS} fields.`;
    return { value: undefined, faults: [{ path: '', code: 'too_many', message, params: { max: MOST_FIELDS } }] };
  }
  const entries = [...new URLSearchParams(new TextDecoder().decode(bytes))];
  const names = new Set<string>();
  const faults: Fault[] = [];
  for (const [name, text] of entries) {
    const path = `/${pointerSegment(name.toWellFormed())}`;
    if (names.has(name)) faults.push({ path, code: 'duplicate', message: `${name} must not appear twice in the form` });
    else if (!isStorable(name) || !isStorable(text))
      faults.push({ path, code: 'invalid_text', message: 'Text must not contain NUL characters.' });
    names.add(name);
  }
  return faults.length > 0 ? { value: undefined, faults } : { value: Object.fromEntries(entries) };
}
