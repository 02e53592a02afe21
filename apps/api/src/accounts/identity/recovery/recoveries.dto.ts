import {
  Choice,
  Described,
  fieldsOf,
  Flag,
  Id,
  IdList,
  Lenient,
  named,
  Nested,
  NestedList,
  Text,
  Timestamp,
} from '#libs/fields';
import { SignedUp } from '../sign-in/sign-in.dto.js';
import { StatusDto } from '../status.dto.js';
import type { MadeAccess } from './made-access.js';
import type { RecoveryCause } from './recovery.entity.js';
import type { RecoveryWithMade } from './recoveries.service.js';

const CAUSES = named(
  'RecoveryCause',
  [
    'restore_address',
    'recover',
    'reset_password',
    'change_password',
    'end_sessions',
  ] as const satisfies RecoveryCause[],
  'The reason for the recovery of an account.',
);

/** Something by which somebody can stay. */
@Described('An item that grants access, with details to judge its origin.')
export class MadeAccessDto {
  @Id()
  id: string;
  @Text({
    description:
      '`api_key`, `trusted_publisher`, `webhook`, `webhook_secret`, `github_secret`, `tracker_connection`, `invitation`, `member` (joined by an invitation, or with a raised role), `lost_membership` (a removed membership or role, which the suspension restores), `provider_link`. More may be added.',
  })
  kind: string;
  @Id({ nullable: true, description: 'The organization of the item; null if it belongs to the account only.' })
  organizationId: string | null;
  @Text({ description: 'A name, address or host.' })
  title: string;
  @Timestamp({ description: 'When it was created, or when its access was last changed.' })
  madeAt: Date;
  @Flag({ description: 'Whether the session had a fresh proof.' })
  fresh: boolean;
  @Flag({ description: 'Whether it was created from a network in which you signed in within 90 days.' })
  ownNetwork: boolean;
  @Flag({ description: 'Whether you kept it.' })
  kept: boolean;

  static from(made: MadeAccess): MadeAccessDto {
    return fieldsOf(MadeAccessDto, made);
  }
}

/** A recovery of the account. */
@Described('A recovery of your account, with the items it suspended.')
export class RecoveryDto {
  @Id()
  id: string;
  @Choice(CAUSES)
  cause: RecoveryCause;
  @Timestamp()
  at: Date;
  @Timestamp({ description: 'The deadline for keeping items.' })
  keepUntil: Date;
  @Timestamp({ nullable: true, description: 'When the remaining items were deleted; null if they still exist.' })
  endedAt: Date | null;
  @NestedList(() => MadeAccessDto, {
    description: 'Suspended and kept items, without deleted ones.',
  })
  made: MadeAccessDto[];

  static from({ recovery, made }: RecoveryWithMade): RecoveryDto {
    return { ...fieldsOf(RecoveryDto, recovery as never), made: made.map(MadeAccessDto.from) };
  }
}

export class RecoveryEnvelope {
  @Nested(() => RecoveryDto)
  recovery: RecoveryDto;
}

export class RecoveryList {
  @NestedList(() => RecoveryDto, { description: 'The recoveries of the last 90 days, newest first.' })
  recoveries: RecoveryDto[];
}

export class KeepMade {
  @IdList({ min: 1, max: 1000, description: 'Ids of the items to keep.' })
  ids: string[];
}

@Lenient()
export class EndSessions {
  @Flag({ optional: true, description: 'Also suspend the items listed in `made`; you can keep them for one day.' })
  suspendMade?: boolean;
}

/** The sessions have ended. */
export class SessionsEnded extends StatusDto {
  @NestedList(() => MadeAccessDto, {
    description:
      'Access created with your account in the last 30 days, except items created in this session with a fresh proof.',
  })
  made: MadeAccessDto[];
}

/** The password is changed. */
export class PasswordChanged extends SignedUp {
  @NestedList(() => MadeAccessDto, {
    description:
      'Access created with your account in the last 30 days, except items created in this session with a fresh proof.',
  })
  made: MadeAccessDto[];
}
