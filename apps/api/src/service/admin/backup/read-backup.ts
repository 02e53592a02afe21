import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  BackupRefused,
  countRows,
  type End,
  END,
  HEADER,
  type Header,
  PICTURES,
  SIGNATURE,
  type Signature,
} from './format.js';
import { parseHeader } from './parse-header.js';
import { DamagedArchive, readTar } from './read-tar.js';
import { isSignedBy, signer } from './signature.js';

/** What no file in an archive exceeds: pieces of rows have 4 MB before they are compressed, and pictures less. */
const MAX_BYTES = 64 * 1024 * 1024;
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

/** A piece of a backup: rows of a part, or a picture by its name in the storage. */
type Piece = { part: string; rows: Buffer } | { picture: string; bytes: Buffer };

/** Who must have written a backup. */
export interface Trust {
  /** The keys that may have signed it. */
  keys: readonly string[];
  /** Whether one without a signature is taken. */
  takesUnsigned: boolean;
}

/** What was read to the end. */
export interface Content {
  parts: End['parts'];
  isSigned: boolean;
}

/** A backup that is read: its header, then its pieces. Whoever reads to the end has read what was written. */
export interface OpenBackup {
  header: Header;
  pieces: AsyncGenerator<Piece, Content>;
}

/**
 * Opens a backup; one piece at a time is in memory.
 * @throws BackupRefused when it is none, cut off or altered, of a newer format, or not signed as it must be; the pieces
 *   throw it too
 */
export async function openBackup(path: string, trust: Trust): Promise<OpenBackup> {
  const pieces = readPieces(path, trust);
  const first = await pieces.next();
  return { header: first.value as Header, pieces: pieces as OpenBackup['pieces'] };
}

async function* readPieces(path: string, trust: Trust): AsyncGenerator<Header | Piece, Content> {
  const signers = trust.keys.map(signer);
  const whole = createHash('sha256');
  const read = new Map<string, { rows: number; hash: Hash }>();
  const count = (part: string, content: Buffer, rows: number): void => {
    const so = read.get(part) ?? { rows: 0, hash: createHash('sha256') };
    read.set(part, { rows: so.rows + rows, hash: so.hash.update(content) });
  };
  let header: Header | undefined;
  let end: End | undefined;
  let isSigned = false;
  try {
    for await (const { name, content, raw } of readTar(createReadStream(path), MAX_BYTES)) {
      if (name === SIGNATURE && end && !isSigned) {
        const claimed = signatureOf(content);
        if (!signers.some((one) => isSignedBy(one, claimed))) throw signatureRefusal(path, trust);
        isSigned = true;
        continue;
      }
      if (end) throw new DamagedArchive('there are data after its end');
      for (const one of signers) one.update(raw);
      if (name === END && header) {
        end = endOf(content);
        if (end.sha256 !== whole.digest('hex')) throw new DamagedArchive('it was altered');
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
          throw new DamagedArchive(`it was altered in ${name}`);
        });
        count(part, content, countRows(rows));
        yield { part, rows };
      }
    }
  } catch (error) {
    throw readRefusal(error, path);
  }
  if (!end) throw new BackupRefused(`${path} is truncated: it has no end.`);
  const differing = Object.entries(end.parts).filter(([part, { rows, sha256 }]) => {
    const { rows: found, hash } = read.get(part) ?? { rows: 0, hash: createHash('sha256') };
    return found !== rows || hash.digest('hex') !== sha256;
  });
  if (differing.length > 0 || [...read.keys()].some((part) => !Object.hasOwn(end.parts, part)))
    throw new BackupRefused(`${path} was altered: ${differing.map(([part]) => JSON.stringify(part)).join(', ')}.`);
  if (!isSigned && !trust.takesUnsigned)
    throw new BackupRefused(
      `${path} is not signed, so its origin cannot be verified. If you trust it, use --unsigned.`,
    );
  return { parts: end.parts, isSigned };
}

function headerOf(name: string, content: Buffer): Header {
  if (name !== HEADER) throw new BackupRefused('This file is not a Curbcut backup.');
  return parseHeader(parsed(content));
}

function endOf(content: Buffer): End {
  const end = parsed(content) as Partial<End> | null;
  const parts = Object.values(end?.parts ?? { none: null });
  if (typeof end?.sha256 !== 'string' || parts.some((part) => typeof part?.sha256 !== 'string'))
    throw new DamagedArchive('it was altered');
  return end as End;
}

function signatureOf(content: Buffer): string {
  const { hmacSha256 } = (parsed(content) ?? {}) as Partial<Signature>;
  if (typeof hmacSha256 !== 'string') throw new DamagedArchive('it was altered');
  return hmacSha256;
}

const signatureRefusal = (path: string, { keys }: Trust): BackupRefused =>
  new BackupRefused(
    keys.length === 0
      ? `${path} is signed, but there is no key to verify it: set SECRET_KEY, or name the key file with --key.`
      : `${path} was altered, or signed with another key than SECRET_KEY or --key: it is rejected.`,
  );

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new DamagedArchive('it was altered');
  }
}

function readRefusal(error: unknown, path: string): unknown {
  if (error instanceof DamagedArchive) return new BackupRefused(`${path} is not a complete backup: ${error.message}.`);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupRefused(`The file ${path} does not exist.`);
  if (code === 'EACCES') return new BackupRefused(`This account has no permission to read ${path}.`);
  return error;
}
