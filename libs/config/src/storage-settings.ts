import { z } from 'zod';

/** The variables of where uploads lie. */
export const STORAGE = {
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

/** A bucket of an S3 store, and who may use it. */
export interface S3Settings {
  bucket: string;
  /** Undefined: Amazon's own. */
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** What the variables say; undefined: uploads lie in the data folder. */
export const storageOf = (env: z.infer<z.ZodObject<typeof STORAGE>>): S3Settings | undefined =>
  env.S3_BUCKET
    ? {
        bucket: env.S3_BUCKET,
        endpoint: env.S3_ENDPOINT,
        region: env.S3_REGION!,
        accessKeyId: env.S3_ACCESS_KEY_ID!,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
      }
    : undefined;

// Otherwise an incomplete configuration would fail only at the first upload.
/** What is said of a store without what it goes with. */
export function missingOfStorage(present: Record<string, string | undefined>): string[] {
  const needed = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  if (![...needed, 'S3_ENDPOINT'].some((name) => present[name] !== undefined)) return [];
  return needed
    .filter((name) => present[name] === undefined)
    .map((name) => `${name}: required if another S3 variable is set`);
}
