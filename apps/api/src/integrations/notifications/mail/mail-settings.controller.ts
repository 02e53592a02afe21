import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { User } from '../../../accounts/identity/user.entity.js';
import { MailSettingsDto, UpdateMailSettings } from './dto/mail-settings.dto.js';
import { MailSettings } from './mail-settings.service.js';

/** What the caller is told by mail. */
@SessionOnly()
@Resource('mailSettings')
@Controller('v1/me/mail-settings')
export class MailSettingsController {
  constructor(private readonly settings: MailSettings) {}

  @Get()
  @Endpoint({
    summary: 'Read what you are told by mail, and when',
    description:
      'Nothing is mailed that you have read before, or may not read any more. A sign-in from a network in which you were not lately is mailed in any case.',
    access: 'signed-in',
    returns: MailSettingsDto,
  })
  async read(@CurrentUser() user: User): Promise<MailSettingsDto> {
    return this.settings.read(user);
  }

  @Patch()
  @Endpoint({
    summary: 'Change what you are told by mail, and when',
    description: 'Time zone and language are those of your preferences.',
    access: 'signed-in',
    returns: MailSettingsDto,
  })
  async update(@CurrentUser() user: User, @Body() body: UpdateMailSettings): Promise<MailSettingsDto> {
    return this.settings.update(user, body);
  }
}
