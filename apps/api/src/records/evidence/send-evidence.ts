import type { Response } from 'express';
import { NotFound } from '#libs/errors';
import { Streamed } from '../../platform/http/streamed.js';
import { byteRange } from './byte-range.js';
import type { EvidenceFiles } from './evidence-files.service.js';
import type { Evidence } from './evidence.entity.js';

/** Nobody but members may see it, and nothing in it may run. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Accept-Ranges': 'bytes',
};

/** Sends a file, or the part of it that is asked for. @throws NotFound where the storage has lost it */
export async function sendEvidence(
  files: EvidenceFiles,
  { id, mediaType, bytes }: Pick<Evidence, 'id' | 'mediaType' | 'bytes'>,
  rangeHeader: string | undefined,
  response: Response,
): Promise<void> {
  const part = byteRange(rangeHeader, bytes);
  const isShown = /^(image|video)\//.test(mediaType);
  response.set(HEADERS);
  if (!isShown) response.set('Content-Disposition', 'attachment');
  const content = await files.open(id, part);
  if (!content) throw new NotFound('file of this evidence');
  response.set('Content-Type', mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType);
  response.set('Content-Length', String(part ? part.last - part.first + 1 : bytes));
  if (part) response.status(206).set('Content-Range', `bytes ${part.first}-${part.last}/${bytes}`);
  if (response.req.method === 'HEAD') {
    content.destroy();
    response.end();
    return;
  }
  await new Streamed({}, content as AsyncIterable<Buffer>).sendTo(response);
}
