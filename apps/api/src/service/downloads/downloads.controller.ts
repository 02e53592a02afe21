import { NotFound } from '#libs/errors';
import { Described, fieldsOf, Integer, NestedList, Text } from '#libs/fields';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { downloadFile, DOWNLOADS_FOLDER, packagesHere, schemaHere } from './downloads.js';

@Described('An npm package served by this service.')
class DownloadDto {
  @Text({ description: '`curbcut` is the command line, `curbcut-client` the TypeScript client.' })
  name: string;
  @Text({ description: 'The version, equal to that of the service.' })
  version: string;
  @Text({ description: 'The path of this version, relative to the URL of the service.' })
  path: string;
  @Text({ description: 'The SHA-256 of the file, in hexadecimal digits.' })
  sha256: string;
  @Text({ description: 'The SHA-512 of the file as Subresource Integrity, as used in npm lock files.' })
  integrity: string;
  @Integer({ description: 'The size of the file.' })
  bytes: number;
}

class DownloadsDto {
  @NestedList(() => DownloadDto)
  downloads: DownloadDto[];
}

const LASTING = 'public, max-age=31536000, immutable';

/** The command line and the client that belong to this service, so that no pipeline has to ask a registry for them. */
@Resource('downloads')
@Controller('downloads')
export class DownloadsController {
  @Get()
  @Endpoint({
    summary: 'List the packages of this service, with their digests',
    access: 'anyone',
    returns: DownloadsDto,
  })
  async list(): Promise<DownloadsDto> {
    return { downloads: (await packagesHere()).map((packed) => fieldsOf(DownloadDto, packed)) };
  }

  @Get('curbcut.schema.json')
  @Endpoint({
    summary: 'The JSON Schema of the configuration of the command line',
    description:
      'The schema of `curbcut.config.json`. `curbcut init` references it, so that editors can complete and check the file.',
    access: 'anyone',
    secretPath: false,
    produces: 'application/schema+json',
    refuses: { 404: ['not_found'] },
  })
  async sendSchema(@Res() response: Response): Promise<void> {
    const schema = await schemaHere();
    if (schema === undefined) throw new NotFound('schema');
    response.set('Cache-Control', 'no-cache').type('application/schema+json').send(schema);
  }

  @Get(':file')
  @Endpoint({
    summary: 'Download a package: the command line or the client',
    description:
      '`curbcut.tgz` and `curbcut-client.tgz` are the packages of the running version and are revalidated on each request; a name with a version (`curbcut-0.2.0.tgz`) never changes, and other versions than the running one are 404. `npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload` runs the command line; without a separate cache, npx would reuse the first downloaded version.',
    access: 'anyone',
    secretPath: false,
    produces: 'application/gzip',
    refuses: { 404: ['not_found'] },
  })
  async send(@Param('file') name: string, @Res() response: Response): Promise<void> {
    const download = downloadFile(name, await packagesHere());
    if (!download) throw new NotFound('package');
    response.set({ 'Cache-Control': download.isLasting ? LASTING : 'no-cache', ETag: `"${download.sha256}"` });
    response.type('application/gzip').sendFile(download.file, { root: DOWNLOADS_FOLDER, cacheControl: false });
  }
}
