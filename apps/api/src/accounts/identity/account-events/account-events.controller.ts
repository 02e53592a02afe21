import { Controller, Get, Query } from '@nestjs/common';
import { CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { User } from '../user.entity.js';
import { AccountEventDto, AccountEventPage, ListAccountEventsQuery } from './account-event.dto.js';
import { AccountEvents } from './account-events.service.js';

/** Security events of your account: sign-ins, failed attempts, and changes of sign-in methods. */
@SessionOnly()
@Resource('account')
@Controller('v1/me')
export class AccountEventsController {
  constructor(private readonly events: AccountEvents) {}

  @Get('events')
  @Endpoint({
    summary: 'List the security events of your account, newest first',
    description:
      'Successful and failed sign-ins, sessions, and changes of password, email address, second factor and API keys.',
    access: 'signed-in',
    returns: AccountEventPage,
  })
  async listEvents(@CurrentUser() user: User, @Query() query: ListAccountEventsQuery): Promise<AccountEventPage> {
    const { items, ...page } = await this.events.page(user, query);
    return { events: items.map(AccountEventDto.from), ...page };
  }
}
