import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store that keeps the objects of one bucket in memory, as far as S3 is spoken here. */
export interface S3Store {
  /** The variables with which the service finds it. */
  environment: Record<string, string>;
  objects: Map<string, { bytes: Buffer; headers: IncomingHttpHeaders }>;
  /** Answers 403 to everything. */
  refuse: boolean;
  stop: () => Promise<void>;
}

export const BUCKET = 'curbcut-test';

export async function startS3Store(): Promise<S3Store> {
  const objects: S3Store['objects'] = new Map();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = new URL(request.url!, 'http://x').pathname;
      const fail = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
      if (store.refuse || !request.headers.authorization?.includes('Credential=id/')) return fail(403, 'AccessDenied');
      if (!path.startsWith(`/${BUCKET}/`)) return fail(404, 'NoSuchBucket');
      const found = objects.get(path);
      switch (request.method) {
        case 'PUT':
          objects.set(path, { bytes: Buffer.concat(chunks), headers: request.headers });
          return response.writeHead(200).end();
        case 'DELETE':
          objects.delete(path);
          return response.writeHead(204).end();
        default:
          return found ? response.writeHead(200).end(found.bytes) : fail(404, 'NoSuchKey');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: S3Store = {
    environment: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_REGION: 'eu-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    objects,
    refuse: false,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return store;
}
