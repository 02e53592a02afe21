import { hash } from 'node:crypto';

const REVISION = Symbol('revision');

/** A body that tells, beside what is sent, how often people have changed the record in it. */
interface Revised {
  [REVISION]?: number;
}

/**
 * Says of which revision the record in a body is: the answer's `ETag` is `"<revision>.<digest>"`. The revision counts
 * what people change, the digest is of all that is sent.
 */
export const withRevision = <T extends object>(body: T, { revision }: { revision: number }): T =>
  Object.assign(body, { [REVISION]: revision });

/** Whether a body says of which revision it is. */
export const isRevised = (body: object | null): boolean => (body as Revised | null)?.[REVISION] !== undefined;

/** The tag of a body and its text: of records as above, of all else a weak one of its length and a digest. */
export function entityTag(body: object | null, text: string, length = Buffer.byteLength(text)): string {
  const revision = (body as Revised | null)?.[REVISION];
  return revision === undefined
    ? weakTag(length, hash('sha1', text, 'base64').slice(0, 27))
    : `"${revision}.${hash('sha1', text, 'hex')}"`;
}

/** The tag of bytes of this length and digest, of which nobody tells a revision. */
export const weakTag = (length: number, digest: string): string => `W/"${length.toString(16)}-${digest}"`;

/** Whether `If-None-Match` names a tag, so that the caller has the body already. */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || tagsIn(header).includes(tagsIn(tag)[0]!);
}

/** Whether `If-Match` names a revision; the digest does not matter, since scans change what is shown. */
export const fitsRevision = (header: string, revision: number): boolean =>
  header.trim() === '*' || tagsIn(header).some((tag) => tag.split('.')[0] === String(revision));

/**
 * The tags of a header without what does not matter: that they are weak, and what proxies add when they pack a body.
 */
const tagsIn = (header: string): string[] =>
  [...header.matchAll(/"([^"]*)"/g)].map(([, tag]) => tag!.replace(/(?:-{1,2}|;)(?:gzip|br|deflate|zstd)$/, ''));
