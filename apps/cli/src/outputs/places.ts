import type { Found } from '../reading/report.js';

/** Where a finding is, in one line: the file with its line, or the page, and the selector. */
export function placeOf({ finding, place }: Found): string {
  const at = place ? [place.path, place.line].filter((part) => part !== undefined).join(':') : finding.sourceUrl;
  return [at, finding.selector].filter((part) => part !== undefined).join(' ');
}
