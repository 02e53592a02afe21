import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { S3Settings } from '#libs/config';
import type { S3Client } from '@aws-sdk/client-s3';
import { checkedName, orUnavailable, Storage } from './storage.js';

/** For how long the store may take a large file. */
const FILE_MS = 120_000;

type Sdk = typeof import('@aws-sdk/client-s3');

/** Keeps files in a bucket of an S3 store. */
export class S3Storage extends Storage {
  private constructor(
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly bucket: string,
  ) {
    super();
  }

  static async open({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Settings): Promise<S3Storage> {
    // Loaded only where it is used: it is by far the largest of our dependencies.
    const sdk = await import('@aws-sdk/client-s3');
    const client = new sdk.S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      // Many stores other than Amazon's do not know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    });
    return new S3Storage(sdk, client, bucket);
  }

  async put(name: string, bytes: Buffer, contentType: string): Promise<void> {
    await orUnavailable(
      this.client.send(new this.sdk.PutObjectCommand({ ...this.object(name), Body: bytes, ContentType: contentType })),
    );
  }

  async putFile(name: string, path: string, contentType: string): Promise<void> {
    const { size } = await stat(path);
    const file = { Body: createReadStream(path), ContentLength: size, ContentType: contentType };
    const command = new this.sdk.PutObjectCommand({ ...this.object(name), ...file });
    await orUnavailable(this.client.send(command, { requestTimeout: FILE_MS }));
  }

  async read(name: string): Promise<Buffer | undefined> {
    return orUnavailable(this.fetch(new this.sdk.GetObjectCommand(this.object(name))));
  }

  async open(name: string, part?: { first: number; last: number }): Promise<Readable | undefined> {
    const Range = part && `bytes=${part.first}-${part.last}`;
    return orUnavailable(this.bodyOf(new this.sdk.GetObjectCommand({ ...this.object(name), Range })));
  }

  async remove(name: string): Promise<void> {
    await orUnavailable(this.client.send(new this.sdk.DeleteObjectCommand(this.object(name))));
  }

  private async fetch(command: InstanceType<Sdk['GetObjectCommand']>): Promise<Buffer | undefined> {
    const body = await this.bodyOf(command);
    return body && Buffer.from(await body.transformToByteArray());
  }

  private async bodyOf(command: InstanceType<Sdk['GetObjectCommand']>) {
    try {
      const { Body } = await this.client.send(command);
      // In Node it is a stream of Node.
      return Body as (typeof Body & Readable) | undefined;
    } catch (error) {
      if (error instanceof this.sdk.NoSuchKey) return undefined;
      throw error;
    }
  }

  private object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: checkedName(name) };
  }
}
