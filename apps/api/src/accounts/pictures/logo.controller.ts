import { Controller, Delete, Post } from '@nestjs/common';
import { CurrentOrganization } from '../../platform/http/current.js';
import { Endpoint, RequireModule, Resource } from '../../platform/http/endpoint.js';
import { UploadedBytes } from '../../platform/http/upload.interceptor.js';
import { Organization } from '../organizations/organization.entity.js';
import { LogoDto } from './dto/picture.dto.js';
import { PicturesService } from './pictures.service.js';

/** The logo of an organization. */
@RequireModule('organizations')
@Resource('organizations')
@Controller('v1/organizations/:orgId/logo')
export class LogoController {
  constructor(private readonly pictures: PicturesService) {}

  @Post()
  @Endpoint({
    summary: 'Upload a logo: a JPEG, PNG, WebP or GIF of at most 2,097,152 bytes',
    description: 'Stored as a WebP image of 256 by 256 pixels without metadata. Replaces the former logo.',
    access: 'admin',
    upload: true,
    returns: LogoDto,
    refuses: { 400: ['picture_undecodable'] },
  })
  async uploadLogo(@CurrentOrganization() organization: Organization, @UploadedBytes() file: Buffer): Promise<LogoDto> {
    return { logo: await this.pictures.uploadLogo(organization, file) };
  }

  @Delete()
  @Endpoint({ summary: 'Delete the logo', access: 'admin' })
  async deleteLogo(@CurrentOrganization() organization: Organization): Promise<void> {
    await this.pictures.removeLogo(organization);
  }
}
