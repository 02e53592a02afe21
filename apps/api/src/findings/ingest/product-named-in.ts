const FIELDS = ['"productRef"', '"product"'];
/** How far a value may stand from its name, with blanks, and its length at most. */
const WITHIN = 400;

/**
 * The product that a report seems to name, before it is parsed; undefined where none is found. Reports of one product
 * wait for each other, and where this is mistaken they wait elsewhere.
 */
export function productNamedIn(report: Buffer): string | undefined {
  for (const field of FIELDS) {
    const at = report.indexOf(field);
    if (at < 0) continue;
    const from = at + field.length;
    return /^\s*:\s*"([^"]+)"/.exec(report.toString('latin1', from, from + WITHIN))?.[1];
  }
  return undefined;
}
