import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BackupRefused, countRows, type End, END, FORMAT, HEADER, type Header, PICTURES } from './format.js';
import { DamagedArchive, readTar } from './read-tar.js';

/** What no file in an archive exceeds: pieces of rows have 4 MB before they are compressed, and pictures less. */
const MAX_BYTES = 64 * 1024 * 1024;
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** A piece of a backup: rows of a part, or a picture by its name in the storage. */
type Piece = { part: string; rows: Buffer } | { picture: string; bytes: Buffer };

/** A backup that is read: its header, then its pieces. Whoever reads to the end has read what was written. */
export interface OpenBackup {
  header: Header;
  pieces: AsyncGenerator<Piece, End['parts']>;
}

/**
 * Opens a backup; one piece at a time is in memory.
 * @throws BackupRefused when it is none, cut off or altered, or of a newer format; the pieces throw it too
 */
export async function openBackup(path: string): Promise<OpenBackup> {
  const pieces = readPieces(path);
  const first = await pieces.next();
  return { header: first.value as Header, pieces: pieces as OpenBackup['pieces'] };
}

async function* readPieces(path: string): AsyncGenerator<Header | Piece, End['parts']> {
  const whole = createHash('sha256');
  const read = new Map<string, { rows: number; hash: Hash }>();
  const count = (part: string, content: Buffer, rows: number): void => {
    const so = read.get(part) ?? { rows: 0, hash: createHash('sha256') };
    read.set(part, { rows: so.rows + rows, hash: so.hash.update(content) });
  };
  let header: Header | undefined;
  let end: End | undefined;
  try {
    for await (const { name, content, raw } of readTar(createReadStream(path), MAX_BYTES)) {
      if (end) throw new DamagedArchive('something follows its end');
      if (name === END) {
        end = parsed<End>(content);
        if (end.sha256 !== whole.digest('hex')) throw new DamagedArchive('it is altered');
        continue;
      }
      whole.update(raw);
      if (!header) yield (header = headerOf(name, content));
      else if (name.startsWith(`${PICTURES}/`)) {
        count(PICTURES, content, 1);
        yield { picture: name.slice(PICTURES.length + 1), bytes: content };
      } else {
        const part = name.slice(0, name.lastIndexOf('/'));
        const rows = await decompress(content, { maxOutputLength: MAX_BYTES }).catch(() => {
          throw new DamagedArchive(`it is altered in ${name}`);
        });
        count(part, content, countRows(rows));
        yield { part, rows };
      }
    }
  } catch (error) {
    throw readRefusal(error, path);
  }
  if (!end) throw new BackupRefused(`${path} is cut off: it has no end.`);
  const differing = Object.entries(end.parts).filter(([part, { rows, sha256 }]) => {
    const { rows: found, hash } = read.get(part) ?? { rows: 0, hash: createHash('sha256') };
    return found !== rows || hash.digest('hex') !== sha256;
  });
  if (differing.length > 0 || [...read.keys()].some((part) => !(part in end.parts)))
    throw new BackupRefused(`${path} is altered: ${differing.map(([part]) => part).join(', ')}.`);
  return end.parts;
}

function headerOf(name: string, content: Buffer): Header {
  if (name !== HEADER) throw new BackupRefused('This file is no backup of Curbcut.');
  const header = parsed<Header>(content);
  if (header.format !== FORMAT)
    throw new BackupRefused(
      `This backup has the format ${header.format}, and was written by Curbcut ${header.curbcut}: use that version, or a later one.`,
    );
  return header;
}

function parsed<T>(content: Buffer): T {
  try {
    return JSON.parse(content.toString('utf8')) as T;
  } catch {
    throw new DamagedArchive('it is altered');
  }
}

function readRefusal(error: unknown, path: string): unknown {
  if (error instanceof DamagedArchive) return new BackupRefused(`${path} is no whole backup: ${error.message}.`);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupRefused(`There is no file ${path}.`);
  if (code === 'EACCES') return new BackupRefused(`This account may not read ${path}.`);
  return error;
}
