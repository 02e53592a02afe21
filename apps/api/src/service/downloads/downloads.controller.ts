import { NotFound } from '#libs/errors';
import { Described, fieldsOf, Integer, NestedList, Text } from '#libs/fields';
import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { askedFor, DOWNLOADS_FOLDER, packagesHere, schemaHere } from './downloads.js';

@Described('A package of npm that this service serves.')
class DownloadDto {
  @Text({ description: '`curbcut` is the command line, `curbcut-client` the TypeScript client.' })
  name: string;
  @Text({ description: 'The version of the service, as all of them are released together.' })
  version: string;
  @Text({ description: 'Where this version is, below the address of the service.' })
  path: string;
  @Text({ description: 'The SHA-256 of the file, in hexadecimal digits.' })
  sha256: string;
  @Text({ description: 'The SHA-512 of the file as Subresource Integrity, which lock files of npm keep.' })
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
    summary: 'The packages that this service serves, with their digests',
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
      'What `curbcut.config.json` may say. `curbcut init` names it there, so that editors complete and check the file.',
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
    summary: 'A package: the command line or the client',
    description:
      '`curbcut.tgz` and `curbcut-client.tgz` are those of the running version and are checked anew each time; with the version in the name (`curbcut-0.2.0.tgz`) the file never changes, and another version than the running one is 404. `npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload` runs the command line: without a cache of its own npx would keep the first version that it met.',
    access: 'anyone',
    secretPath: false,
    produces: 'application/gzip',
    refuses: { 404: ['not_found'] },
  })
  async send(@Param('file') name: string, @Res() response: Response): Promise<void> {
    const asked = askedFor(name, await packagesHere());
    if (!asked) throw new NotFound('package');
    response.set({ 'Cache-Control': asked.isLasting ? LASTING : 'no-cache', ETag: `"${asked.sha256}"` });
    response.type('application/gzip').sendFile(asked.file, { root: DOWNLOADS_FOLDER, cacheControl: false });
  }
}
