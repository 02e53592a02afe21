import { at, firstText, list, text } from './json.js';
import { pathFrom, unescaped } from './paths.js';
import type { FileLocation } from './report.js';

interface Where {
  page: string | undefined;
  location: FileLocation | undefined;
  selector: string | undefined;
}

/** Where a result is: on a page or in a file, and at which element. */
export function locationOf(run: unknown, result: unknown, root: string | undefined): Where {
  const first = at(result, 'locations', 0);
  const physical = at(first, 'physicalLocation');
  const selector = list(at(first, 'logicalLocations'))
    .map((logical) => nameOf(run, logical))
    .find((name) => name !== undefined);
  const { uri: written, base } = artifactOf(run, at(physical, 'artifactLocation'));
  const uri = written && withoutFolder(run, written);
  if (uri === undefined || /^(https?|data|about|blob):/i.test(uri)) return { page: uri, location: undefined, selector };
  const region = at(physical, 'region');
  const location = {
    path: pathOf(root, uri, base),
    line: positive(at(region, 'startLine')),
    column: positive(at(region, 'startColumn')),
  };
  return { page: undefined, location, selector };
}

/** A file that is told by the address of the folder in which the tool ran (§3.20.19), as it is told from there. */
function withoutFolder(run: unknown, uri: string): string {
  if (!/^https?:/i.test(uri)) return uri;
  const folders = list(at(run, 'invocations')).flatMap((one) => text(at(one, 'workingDirectory', 'uri')) ?? []);
  const folder = folders.map((one) => one.replace(/\/*$/, '/')).find((one) => uri.startsWith(one));
  return folder === undefined ? uri : uri.slice(folder.length);
}

const nameOf = (run: unknown, logical: unknown): string | undefined => {
  const index = at(logical, 'index');
  const listed = typeof index === 'number' ? at(run, 'logicalLocations', index) : undefined;
  const names = ['fullyQualifiedName', 'decoratedName', 'name'];
  return firstText(...names.map((name) => at(logical, name)), ...names.map((name) => at(listed, name)));
};

/** An artifact is named by its address or by its place among those of the run. */
function artifactOf(run: unknown, location: unknown): { uri: string | undefined; base: string | undefined } {
  const index = at(location, 'index');
  const listed = typeof index === 'number' ? at(run, 'artifacts', index, 'location') : undefined;
  const uri = firstText(at(location, 'uri'), at(listed, 'uri'));
  if (uri === undefined || isAbsolute(uri)) return { uri, base: undefined };
  const { folders, base } = baseOf(run, firstText(at(location, 'uriBaseId'), at(listed, 'uriBaseId')));
  return { uri: folders + uri, base };
}

/** The relative folders that a base names, and the absolute one in which they lie, if it is known (§3.14.14). */
function baseOf(run: unknown, named: string | undefined): { folders: string; base?: string } {
  const seen = new Set<string>();
  let folders = '';
  let id = named;
  while (id !== undefined && !seen.has(id) && seen.size < DEEPEST) {
    seen.add(id);
    const base = at(run, 'originalUriBaseIds', id);
    const uri = text(at(base, 'uri')) ?? '';
    const folder = uri === '' || uri.endsWith('/') ? uri : `${uri}/`;
    if (isAbsolute(folder)) return { folders, base: folder };
    folders = folder + folders;
    id = text(at(base, 'uriBaseId'));
  }
  return { folders };
}

/** Bases are followed for each result, and a report may nest them as deep as it likes. */
const DEEPEST = 100;

/** Files may have a colon in their names, so that not all that has one begins with a scheme. */
const isAbsolute = (uri: string): boolean =>
  /^([a-z][a-z\d+.-]*:\/\/|(file|data|about|blob):|[a-z]:[\\/]|[\\/])/i.test(uri);

/**
 * A relative address counts from its base; where that is another machine's, it is already the path in the repository.
 */
function pathOf(root: string | undefined, uri: string, base: string | undefined): string {
  if (/^(file:|\/|[a-z]:[\\/])/i.test(uri)) return pathFrom(root, uri);
  const relative = pathFrom(root, unescaped(uri));
  if (base === undefined || root === undefined || !/^file:/i.test(base)) return relative;
  const path = pathFrom(root, base + uri);
  return /^(\/|[a-z]:)/i.test(path) ? relative : path;
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
