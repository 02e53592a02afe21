import { relative, sep } from 'node:path';
import type { FileOfPage } from '../config/config.js';
import type { Found } from '../reading/report.js';

/** Where a finding is, in one line: the file with its line, or the page, and the selector. */
export function placeOf({ finding, place }: Found): string {
  const at = place ? [place.path, place.line].filter((part) => part !== undefined).join(':') : finding.sourceUrl;
  return [at, finding.selector].filter((part) => part !== undefined).join(' ');
}

/** Where findings of pages are shown by readers that want a file: those of `pages`, else the configuration. */
export interface Shown {
  pages: readonly FileOfPage[];
  /** From the root of the repository. */
  configuration: string;
}

/**
 * What such a reader is told of a finding: a place in a file, and a message with page and selector where these are not
 * it.
 */
export function shownAt({ finding, place }: Found, { pages, configuration }: Shown) {
  const { title, description = title, sourceUrl, selector } = finding;
  if (place !== undefined)
    return { path: place.path, line: place.line ?? 1, column: place.column, message: description };
  const page = sourceUrl !== undefined && URL.canParse(sourceUrl) ? new URL(sourceUrl).pathname : undefined;
  const known = page === undefined ? undefined : pages.find(({ path }) => fits(path.split('/'), page.split('/')));
  const where = [sourceUrl, selector].filter((part) => part !== undefined).join(' ');
  return {
    path: known?.file ?? configuration,
    line: 1,
    message: where === '' ? description : `${description} (${where})`,
  };
}

/** Whether the segments of a path fit those of a pattern. */
function fits([wanted, ...pattern]: readonly string[], [segment, ...path]: readonly string[]): boolean {
  if (wanted === '**') return true;
  if (wanted === undefined || segment === undefined) return wanted === segment;
  return (wanted === '*' || /^:./.test(wanted) || wanted === segment) && fits(pattern, path);
}

/** A file as it is named from the root of the repository; undefined for one that is not in it. */
export function fromRoot(root: string, file: string): string | undefined {
  const path = relative(root, file).split(sep).join('/');
  return path.startsWith('../') ? undefined : path;
}
