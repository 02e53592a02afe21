import { packageVersion } from '#libs/config';
import { Text } from '#libs/fields';
import { Controller, Get } from '@nestjs/common';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { Throttled } from '../../platform/limits/throttled.js';

/** The oldest command line and client that understand what this version answers. */
const OLDEST_CLIENT = '0.1.0';

class VersionDto {
  @Text({ description: 'The version of the service.' })
  service: string;
  @Text({ description: 'The API version described by the OpenAPI document.' })
  interface: string;
  @Text({ description: 'The oldest compatible version of the command line and the client.' })
  oldestClient: string;
}

/** Which version runs here, for programs that would rather say so than fail later. */
@Resource('version')
@Controller('version')
export class VersionController {
  private readonly here = packageVersion();

  @Get()
  @Throttled('public')
  @Endpoint({
    summary: 'Read the version of the service, and the oldest compatible client',
    access: 'anyone',
    returns: VersionDto,
  })
  show(): VersionDto {
    return { service: this.here, interface: this.here, oldestClient: OLDEST_CLIENT };
  }
}
