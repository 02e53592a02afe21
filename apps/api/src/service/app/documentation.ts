import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { packageFile } from '#libs/config';
import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';
import { endpointsOf } from '../../platform/http/endpoint-adapter.js';
import { type Coding, codingFor, packed } from '../../platform/http/packing.js';

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'favicon-16x16.png'];

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Curbcut API</title>
  <link rel="stylesheet" href="/docs/swagger-ui.css">
  <link rel="stylesheet" href="/docs/page.css">
  <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" sizes="32x32">
  <link rel="icon" type="image/png" href="/docs/favicon-16x16.png" sizes="16x16">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`;

/** Our own part of the page, beside what Swagger UI brings. */
const OWN = ['page.css', 'page.js'];

/**
 * Serves the OpenAPI document as `npm run openapi` wrote it, and a page that shows it and loads nothing from elsewhere.
 */
export function serveDocumentation(app: INestApplication): void {
  const endpoints = endpointsOf(app);
  const serveFile = (path: string, type: string, read: () => Promise<Buffer>): void => {
    const file = new PackedFile(read);
    endpoints.get(path, async (request: Request, response: Response) => file.sendTo(request, response.type(type)));
  };
  serveFile('/openapi.json', 'application/json', readDocument);
  endpoints.get('/docs', (_request: Request, response: Response) => response.type('text/html').send(PAGE));
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const serve = (assets: readonly string[], root: string): void => {
    for (const asset of assets) serveFile(`/docs/${asset}`, extname(asset), () => readFile(join(root, asset)));
  };
  serve(ASSETS, swagger);
  serve(OWN, packageFile('apps/api/docs-page'));
}

/** Without the white space that makes it readable in the repository. */
const readDocument = async (): Promise<Buffer> =>
  Buffer.from(JSON.stringify(JSON.parse(await readFile(packageFile('openapi.json'), 'utf8'))));

/** How small files are made, once: what takes about a second for the largest. */
const QUALITY = { br: 9, gzip: 9 };

/** A file that is read once, and compressed once for each coding that a caller takes. */
class PackedFile {
  private content?: Promise<Buffer>;
  private readonly codings = new Map<Coding, Promise<Buffer>>();

  constructor(private readonly read: () => Promise<Buffer>) {}

  async sendTo(request: Request, response: Response): Promise<void> {
    const content = await (this.content ??= this.read());
    const coding = codingFor(request, content.length);
    response.vary('Accept-Encoding');
    if (coding) response.set('Content-Encoding', coding);
    response.send(coding ? await this.packed(coding, content) : content);
  }

  private packed(coding: Coding, content: Buffer): Promise<Buffer> {
    const known = this.codings.get(coding) ?? packed(content, coding, QUALITY);
    this.codings.set(coding, known);
    return known;
  }
}
