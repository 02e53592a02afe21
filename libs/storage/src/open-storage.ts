import { join } from 'node:path';
import type { Settings } from '#libs/config';
import { LocalStorage } from './local-storage.js';
import { S3Storage } from './s3-storage.js';
import type { Storage } from './storage.js';

/** The configured storage: an S3 bucket, or a folder in the data folder. */
export async function openStorage({ s3, dataDir }: Settings): Promise<Storage> {
  return s3 ? S3Storage.open(s3) : new LocalStorage(join(dataDir, 'uploads'));
}
