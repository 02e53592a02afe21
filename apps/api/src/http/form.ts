import { type Fault, pointerSegment } from '#libs/errors';
import { isStorable } from '#libs/fields';

/** Parses a posted form into a flat object of strings; duplicate names are faults. */
export function parseForm(bytes: Uint8Array): { value: unknown; faults?: Fault[] } {
  const entries = [...new URLSearchParams(new TextDecoder().decode(bytes))];
  const names = new Set<string>();
  const faults: Fault[] = [];
  for (const [name, text] of entries) {
    const path = `/${pointerSegment(name.toWellFormed())}`;
    if (names.has(name)) faults.push({ path, code: 'duplicate', message: `${name} may stand in the form once only` });
    else if (!isStorable(name) || !isStorable(text))
      faults.push({ path, code: 'invalid_text', message: 'Text must not contain NUL characters.' });
    names.add(name);
  }
  return faults.length > 0 ? { value: undefined, faults } : { value: Object.fromEntries(entries) };
}
