import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFile, type Settings } from '#libs/config';
import { ASSETS } from './console-paths.js';

/** What `npm run build` made of `apps/web`. */
export interface ConsoleBuild {
  /** The addresses of its views. */
  addresses: readonly string[];
  page: ConsolePage;
  /** A file of the build by its name; undefined where it has none. */
  file(name: string): ConsoleFile | undefined;
}

/** The one document that all views begin with. */
interface ConsolePage {
  text: string;
  etag: string;
}

/** A file whose name has a digest of what is in it. */
interface ConsoleFile {
  type: string;
  /** The content codings it is there in, the smallest first. */
  codings: readonly Coding[];
  /** Reads it once, and keeps it: a few hundred kilobytes in all. */
  read(coding: Coding): Promise<Buffer>;
}

const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' } as const;
/** A content coding of a precompressed file. */
type Coding = keyof typeof SUFFIXES;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const FOLDER = packageFile('dist/web');

/**
 * Reads the build beside this service; undefined where there is none, as when the sources run in tests.
 * @param publicUrl what the page loads stands below its path; who opens the page at another origin than ours is led there
 * @throws what reading a build throws
 */
export function readConsole(
  { publicUrl, ownOrigins }: Pick<Settings, 'publicUrl' | 'ownOrigins'>,
  folder = FOLDER,
): ConsoleBuild | undefined {
  let document: string;
  try {
    document = readFileSync(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const files = filesIn(join(folder, ASSETS));
  return {
    addresses: JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8')) as string[],
    page: pageOf(document, new URL(publicUrl), ownOrigins),
    file: (name) => files.get(name),
  };
}

function pageOf(document: string, { origin, pathname }: URL, ownOrigins: readonly string[]): ConsolePage {
  const base = pathname.replace(/\/+$/, '');
  const data = `data-base="${base}" data-origin="${origin}" data-own-origins="${ownOrigins.join(' ')}"`;
  const text = document.replaceAll('="./', () => `="${base}/`).replace('<html ', () => `<html ${data} `);
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

function filesIn(folder: string): Map<string, ConsoleFile> {
  const present = new Set(readdirSync(folder));
  const files = new Map<string, ConsoleFile>();
  for (const name of present) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) continue;
    const codings = (Object.keys(SUFFIXES) as Coding[]).filter((coding) => present.has(name + SUFFIXES[coding]));
    const kept = new Map<Coding, Promise<Buffer>>();
    const read = (coding: Coding): Promise<Buffer> => {
      const content = kept.get(coding) ?? readFile(join(folder, name + SUFFIXES[coding]));
      kept.set(coding, content);
      // What could not be read once is tried again.
      content.catch(() => kept.delete(coding));
      return content;
    };
    files.set(name, { type, codings, read });
  }
  return files;
}
