const PREFIX = 'curbcut-draft:';

/** What was typed and not saved, of one form; undefined: nothing. */
export function readDraft<T>(name: string): Partial<T> | undefined {
  try {
    const kept = sessionStorage.getItem(PREFIX + name);
    return kept === null ? undefined : (JSON.parse(kept) as Partial<T>);
  } catch {
    return undefined;
  }
}

/** Keeps it in this tab; false where the browser keeps nothing. */
export function keepDraft(name: string, values: object): boolean {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

/** Forgets it: it was saved, or thrown away. */
export function forgetDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // What could not be kept is not there.
  }
}

/** Forgets what was typed in all forms. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // As above.
  }
}
