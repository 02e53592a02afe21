import { Described, Integer, NestedList, Text } from '#libs/fields';
import { ChangeDto } from '../../../platform/events/dto/change.dto.js';
import type { AccountEvent } from '../../../platform/events/account-event.entity.js';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Total } from '../../../platform/lists/pagination.js';
import { isByAnother } from './by-another.js';

/** An event of your account. */
@Described('A security event of an account.')
export class AccountEventDto extends ChangeDto {
  @Text({ nullable: true, description: 'The IP address of the request; also null if another known person acted.' })
  address: string | null;
  @Text({ nullable: true, description: 'The user agent of the request; also null if another known person acted.' })
  userAgent: string | null;

  static override from(event: Omit<AccountEvent, 'organizationId'>): AccountEventDto {
    const { address, userAgent } = isByAnother(event) ? { address: null, userAgent: null } : event;
    return { ...ChangeDto.from({ ...event, productId: null }), address, userAgent };
  }
}

/** A page of what happened to your account, newest first. */
export class AccountEventPage {
  @NestedList(() => AccountEventDto)
  events: AccountEventDto[];
  @Total()
  total: number | null;
  @Integer()
  page: number;
  @Integer()
  pageSize: number;
}

export class ListAccountEventsQuery extends PageQuery(25) {}
