import type { IncomingHttpHeaders } from 'node:http';
import { type DomainError, type Fault, InvalidInput } from '#libs/errors';
import type { Request, Response } from 'express';
import multer, { memoryStorage, MulterError } from 'multer';
import { TooLarge, UnsupportedType } from './errors.js';
import { isUnencoded, sendContinue } from './read-bytes.js';

/** The largest file that may be uploaded. */
export const UPLOAD_LIMIT = 2_097_152;

/** The name of the one field of an upload. */
const FIELD = 'file';

// The maximum size of boundaries and part headers in addition to the file.
const MULTIPART_OVERHEAD = 16_384;

/** Why an upload is refused by its headers alone; undefined when it may be read. */
export function uploadRefusal(headers: IncomingHttpHeaders): DomainError | undefined {
  const isMultipart = /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');
  if (!isMultipart || !isUnencoded(headers)) {
    return new UnsupportedType('The body must be multipart/form-data, not encoded.');
  }
  return Number(headers['content-length'] ?? 0) > UPLOAD_LIMIT + MULTIPART_OVERHEAD ? fileTooLarge() : undefined;
}

const read = multer({ storage: memoryStorage(), limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 0 } }).single(
  FIELD,
);

/** Reads the one file of an upload into `request.file`, or refuses: 413 beyond the limit, 400 for any other fault. */
export function readUpload(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    // multer would read a rejected upload to its end, however long it is.
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= UPLOAD_LIMIT + MULTIPART_OVERHEAD) return;
      request.unpipe().pause();
      reject(fileTooLarge());
    });
    sendContinue(request, response);
    void read(request, response, (error?: unknown) => {
      if (error) return reject(refusalOf(error));
      if (!request.file) return reject(fault('required', `${FIELD} is required`));
      resolve();
    });
  });
}

function refusalOf(error: unknown): DomainError {
  if (!(error instanceof MulterError)) return malformed();
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return fileTooLarge();
    case 'LIMIT_FILE_COUNT':
      return fault('too_many', 'Only one file can be uploaded at once.');
    case 'LIMIT_UNEXPECTED_FILE':
    case 'LIMIT_FIELD_COUNT':
      return new InvalidInput([
        { path: '', code: 'unknown_property', message: `${FIELD}, a file, is the only field.` },
      ]);
    default:
      return malformed();
  }
}

const fault = (code: Fault['code'], message: string) => new InvalidInput([{ path: `/${FIELD}`, code, message }]);

const malformed = () =>
  new InvalidInput([{ path: '', code: 'malformed', message: 'The body is not well-formed multipart/form-data.' }]);

const fileTooLarge = () => new TooLarge(`The file is larger than ${UPLOAD_LIMIT} bytes.`);
