const NUMBER = /(?:^|[^\d.])([1-4])\.(\d)\.(\d{1,2})(?![\d.]*\d)/;
const TAG = /^wcag([1-4])(\d)(\d{1,2})$/i;

/**
 * The number of the success criterion that an entry names: `1.4.3`, `WCAG 1.4.3`, `WCAG 2.1 SC 1.4.3`, `wcag143`;
 * null for anything else.
 */
function wcagNumber(entry: string): string | null {
  const parts = TAG.exec(entry.trim()) ?? NUMBER.exec(entry);
  return parts ? `${parts[1]}.${parts[2]}.${parts[3]}` : null;
}

const RGAA = /^\s*rgaa[:\s-]*(\d{1,2})\.(\d{1,2})(?:\.\d{1,2})?\s*$/i;

/** The same, and `rgaa:1.1` for a criterion of the RGAA, also where one of its tests is named. */
export function criterionOf(entry: string): string | null {
  if (!/^\s*rgaa/i.test(entry)) return wcagNumber(entry);
  const parts = RGAA.exec(entry);
  return parts ? `rgaa:${Number(parts[1])}.${Number(parts[2])}` : null;
}
