import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'supertest';
import { User } from '../../apps/api/src/accounts/identity/user.entity.js';
import { plain } from './pictures.js';
import { type Service } from './service.js';

export const PICTURE = '/v1/profile-picture';
export const LIMIT = 2_097_152;
export const png = (colour?: string): Promise<Buffer> => plain(40, 30, colour).png().toBuffer();
export const pathOf = (address: string): string => new URL(address).pathname;
export const outcome = ({ status, body }: Response): unknown[] => [status, body.code];
export const part = (name: string, content: string, file?: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${content}\r\n`;

/** Uploads pictures to a service, and looks at what it stored. */
export function uploadsTo(service: Service) {
  const upload = (credential: string | undefined, file: Buffer, path = PICTURE, name = 'me.png') =>
    service.as(credential).post(path).attach('file', file, name);
  const files = (folder = 'avatars'): string[] => {
    const path = join(service.settings.dataDir, 'uploads', folder);
    return existsSync(path) ? readdirSync(path) : [];
  };
  const isStored = (address: string): boolean => existsSync(join(service.settings.dataDir, pathOf(address)));
  const imageOf = async (id: string): Promise<string | null> =>
    (await service.database.manager.findOneByOrFail(User, { id })).image;
  const look = async (address: string): Promise<Buffer> => (await service.as().get(pathOf(address))).body as Buffer;

  /** Sends a body as it is, with no client to mend it. */
  const sendRaw = (credential: string, type: string, body: string | Buffer, path = PICTURE) =>
    service.as(credential).post(path).set('Content-Type', type).send(body);
  return { upload, files, isStored, imageOf, look, sendRaw };
}
