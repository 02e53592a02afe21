import { Controller, Get } from '@nestjs/common';
import { CurrentPrincipal, CurrentUser, type Principal } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import type { LargeJson } from '../../platform/http/large-json.js';
import { User } from '../../accounts/identity/user.entity.js';
import { PersonalExport } from './dto/export.dto.js';
import { ExportService } from './export.service.js';

/** The caller's personal data. */
@SessionOnly()
@Resource('account')
@Controller('v1/me/export')
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Get()
  @Endpoint({
    summary: 'Export all data stored about you',
    description:
      'One JSON document without secrets. It excludes organizations that require a second factor or a provider sign-in that this session lacks.',
    freshProof: 'always',
    place: 'exports',
    access: 'signed-in',
    returns: PersonalExport,
  })
  async export(@CurrentUser() user: User, @CurrentPrincipal() principal: Principal): Promise<LargeJson> {
    return this.exports.export(user, principal);
  }
}
