import { plain } from '../pictures.js';
import type { Account } from './accounts.js';
import { CALLERS, type Load } from './loads.js';

const SIDE = 4_000;
const BOUNDARY = 'b';

/** Uploads of pictures that are small to send and large to decode. */
export async function picturesOf({ token, organizations }: Account): Promise<Load[]> {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="me.png"\r\nContent-Type: image/png\r\n\r\n`;
  const picture = await plain(SIDE, SIDE).png().toBuffer();
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const load = (operation: string, paths: string[]): Load => ({
    name: `${operation}: most pixels`,
    operation,
    requests: paths.map((path) => ({ method: 'POST', path, headers, body: 0 })),
    bodies: [body],
    callers: CALLERS,
  });
  return [
    load('account_uploadPicture', ['/v1/profile-picture']),
    load(
      'organizations_uploadLogo',
      organizations.map(({ url }) => `${url}/logo`),
    ),
  ];
}
