import { Described, Integer, NestedList, Text } from '#libs/fields';
import { ChangeDto } from '../../../platform/events/dto/change.dto.js';
import type { AccountEvent } from '../../../platform/events/account-event.entity.js';
import { PageQuery } from '../../../platform/lists/page-query.js';
import { Total } from '../../../platform/lists/pagination.js';
import { isByAnother } from './by-another.js';

/** An event of your account. */
@Described('What happened to an account, or what its owner did.')
export class AccountEventDto extends ChangeDto {
  @Text({ nullable: true, description: 'From where the request came; null too where another known person acted.' })
  address: string | null;
  @Text({ nullable: true, description: 'What the program called itself; null too where another known person acted.' })
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
