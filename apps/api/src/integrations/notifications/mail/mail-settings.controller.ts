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
    summary: 'Read your email notification settings',
    description:
      'Notifications already read, or no longer accessible to you, are not emailed. A sign-in from a new network is always emailed.',
    access: 'signed-in',
    returns: MailSettingsDto,
  })
  async read(@CurrentUser() user: User): Promise<MailSettingsDto> {
    return this.settings.read(user);
  }

  @Patch()
  @Endpoint({
    summary: 'Change your email notification settings',
    description: 'Time zone and language are those of your preferences.',
    access: 'signed-in',
    returns: MailSettingsDto,
  })
  async update(@CurrentUser() user: User, @Body() body: UpdateMailSettings): Promise<MailSettingsDto> {
    return this.settings.update(user, body);
  }
}
