import { Described, Integer, NestedList, Text } from '#libs/fields';
import { ChangeDto } from '../../changes/dto/change.dto.js';
import type { AccountEvent } from '../../events/account-event.entity.js';
import type { RecordedEvent } from '../../events/recorded-event.entity.js';
import { PageQuery } from '../../lists/page-query.js';
import { Total } from '../../lists/pagination.js';

/** An event of your account. */
@Described('What happened to an account, or what its owner did.')
export class AccountEventDto extends ChangeDto {
  @Text({ nullable: true, description: 'From where the request came.' })
  address: string | null;
  @Text({ nullable: true, description: 'What the program called itself.' })
  userAgent: string | null;

  static override from(event: Omit<AccountEvent, 'organizationId'>): AccountEventDto {
    const { address, userAgent } = isByAnother(event) ? { address: null, userAgent: null } : event;
    return { ...ChangeDto.from({ ...event, productId: null }), address, userAgent };
  }
}

// If an admin revokes a member's key, the admin's address is not shown to the member.
const isByAnother = ({ type, accountId, actorKind, actorId }: RecordedEvent): boolean =>
  type === 'api_key.revoked' && !(actorKind === 'user' && actorId === accountId);

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
