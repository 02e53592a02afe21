import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type DomainError, type Fault, InvalidInput, pointerSegment, TemporarilyUnavailable } from '#libs/errors';
import { isStorable } from '#libs/fields';
import type { Request, RequestHandler, Response } from 'express';
import multer, { memoryStorage, MulterError, type StorageEngine } from 'multer';
import type { FileUpload } from './endpoint.js';
import { TooLarge, UnsupportedType } from './errors.js';
import { isUnencoded, sendContinue } from './read-bytes.js';

/** The largest file that may be uploaded. */
export const UPLOAD_LIMIT = 2_097_152;

/** The name of the one file of an upload. */
const FIELD = 'file';
/** The name of several. */
const FIELDS = 'files';
const fieldOf = (upload: true | FileUpload): string => (severalOf(upload) === undefined ? FIELD : FIELDS);
const severalOf = (upload: true | FileUpload): number | undefined => (upload === true ? undefined : upload.files);

// The maximum size of boundaries and part headers in addition to the file.
const MULTIPART_OVERHEAD = 16_384;

/** The most fields beside a file, and the most bytes of one. */
const MAX_FIELDS = 10;
const MAX_FIELD = 65_536;

/** How many bytes the body of an upload has at most. */
const mostOf = (upload: true | FileUpload): number =>
  upload === true
    ? UPLOAD_LIMIT + MULTIPART_OVERHEAD
    : upload.bytes * (upload.files ?? 1) + MAX_FIELDS * MAX_FIELD + MULTIPART_OVERHEAD;

/** Why an upload is refused by its headers alone; undefined when it may be read. */
export function uploadRefusal(headers: IncomingHttpHeaders, upload: true | FileUpload): DomainError | undefined {
  const isMultipart = /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (!isMultipart || !isUnencoded(headers)) {
    return new UnsupportedType('The body must be multipart/form-data without content encoding.');
  }
  return Number(headers['content-length'] ?? 0) > mostOf(upload) ? fileTooLarge(limitOf(upload)) : undefined;
}

const limitOf = (upload: true | FileUpload): number => (upload === true ? UPLOAD_LIMIT : upload.bytes);

/** A file that was uploaded, on disk until the request is answered. */
export interface FileOnDisk {
  path: string;
  /** As its sender calls it. */
  originalname: string;
  size: number;
  sha256: string;
}

const readPicture = multer({
  storage: memoryStorage(),
  limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 0 },
}).single(FIELD);

/**
 * Reads the one picture of an upload into `request.file`, or refuses: 413 beyond the limit, 400 for any other fault.
 */
export const readUpload = (request: Request, response: Response): Promise<void> =>
  readWith(readPicture, true, request, response);

/**
 * Reads the one file of an upload into this folder, or its several, and its fields into `request.body`; refuses as
 * above. Returns what removes the files.
 */
export async function readFileUpload(
  upload: FileUpload,
  folder: string,
  request: Request,
  response: Response,
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bytes, files: several } = upload;
  const limits = { fileSize: bytes, files: several ?? 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD };
  const storage = new DiskStorage(folder);
  const reader = multer({ storage, limits });
  try {
    await readWith(several === undefined ? reader.single(FIELD) : reader.array(FIELDS), upload, request, response);
    requireStorable(request.body as Readonly<Record<string, unknown>>);
  } catch (error) {
    await storage.removeAll();
    throw error;
  }
  // What a form sends has no prototype.
  request.body = { ...(request.body as object) };
  return () => storage.removeAll();
}

/** Refuses texts that PostgreSQL cannot keep, which the parser of JSON refuses elsewhere. */
function requireStorable(fields: Readonly<Record<string, unknown>> = {}): void {
  const faults = Object.entries(fields).flatMap(([name, text]): Fault[] =>
    typeof text !== 'string' || isStorable(text)
      ? []
      : [
          {
            path: `/${pointerSegment(name.toWellFormed())}`,
            code: 'invalid_text',
            message: 'Text must not contain NUL characters.',
          },
        ],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}

/** The several files of an upload. */
export const filesOf = (request: Request): FileOnDisk[] => (request.files ?? []) as unknown as FileOnDisk[];

/** Removes files of a folder that a process has left behind which was killed. */
export async function removeAbandoned(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
}

/** Writes files while their digests are taken. */
class DiskStorage implements StorageEngine {
  private readonly paths: string[] = [];

  constructor(private readonly folder: string) {}

  async removeAll(): Promise<void> {
    for (const path of this.paths) await rm(path, { force: true });
  }

  _handleFile(_request: Request, file: Express.Multer.File, done: (error?: unknown, info?: object) => void): void {
    const hash = createHash('sha256');
    let size = 0;
    const path = join(this.folder, randomUUID());
    this.paths.push(path);
    pipeline(
      file.stream,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part);
          size += part.length;
          yield part;
        }
      },
      createWriteStream(path, { mode: 0o600, flags: 'wx' }),
    ).then(
      () => done(undefined, { path, size, sha256: hash.digest('hex') }),
      (error: unknown) => rm(path, { force: true }).finally(() => done(error)),
    );
  }

  _removeFile(_request: Request, { path }: Express.Multer.File, done: (error: Error | null) => void): void {
    rm(path, { force: true }).then(() => done(null), done);
  }
}

function readWith(
  read: RequestHandler,
  upload: true | FileUpload,
  request: Request,
  response: Response,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // multer would read a rejected upload to its end, however long it is.
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostOf(upload)) return;
      request.unpipe().pause();
      reject(fileTooLarge(limitOf(upload)));
    });
    sendContinue(request, response);
    void read(request, response, (error?: unknown) => {
      if (error) return reject(refusalOf(error, upload));
      const isMissing = severalOf(upload) === undefined ? !request.file : filesOf(request).length === 0;
      if (isMissing) return reject(fault(upload, 'required', `${fieldOf(upload)} is required`));
      resolve();
    });
  });
}

function refusalOf(error: unknown, upload: true | FileUpload): Error {
  if (!(error instanceof MulterError)) return isOfDisk(error) ? new TemporarilyUnavailable(error) : malformed();
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return fileTooLarge(limitOf(upload));
    case 'LIMIT_FILE_COUNT':
      return severalOf(upload) === undefined
        ? fault(upload, 'too_many', 'Only one file can be uploaded at a time.')
        : fault(upload, 'too_many', `At most ${severalOf(upload)} files can be uploaded at a time.`);
    case 'LIMIT_UNEXPECTED_FILE':
    case 'LIMIT_FIELD_COUNT':
      return upload === true
        ? unknownField(`The form must contain only the file field ${FIELD}.`)
        : unknownField(`${fieldOf(upload)} is the only file field, and the number of other fields is limited.`);
    case 'LIMIT_FIELD_VALUE':
      return new TooLarge(`A field is larger than ${MAX_FIELD} bytes.`);
    default:
      return malformed();
  }
}

const unknownField = (message: string) => new InvalidInput([{ path: '', code: 'unknown_property', message }]);

// What Node says of files and disks, as against what it says of a body that ends early.
const isOfDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EMFILE', 'EDQUOT', 'ENOENT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

const fault = (upload: true | FileUpload, code: Fault['code'], message: string) =>
  new InvalidInput([{ path: `/${fieldOf(upload)}`, code, message }]);

const malformed = () =>
  new InvalidInput([{ path: '', code: 'malformed', message: 'The body is not well-formed multipart/form-data.' }]);

const fileTooLarge = (bytes: number) => new TooLarge(`The file is larger than ${bytes} bytes.`);
