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
  'Why an account was recovered.',
);

/** Something by which somebody can stay. */
@Described('Something by which somebody gets in or stays: who else could have made it?')
export class MadeAccessDto {
  @Id()
  id: string;
  @Text({
    description:
      '`api_key`, `trusted_publisher`, `webhook`, `webhook_secret`, `github_secret`, `tracker_connection`, `invitation`, `member` (one that came of an invitation, or whose role was raised), `lost_membership` (a membership or role that was taken; suspended, it is given back), `provider_link`; more may come.',
  })
  kind: string;
  @Id({ nullable: true, description: 'The organization that it is of; null: the account alone.' })
  organizationId: string | null;
  @Text({ description: 'Name, address or host.' })
  title: string;
  @Timestamp({ description: 'When it was made, or last changed in what it lets in.' })
  madeAt: Date;
  @Flag({ description: 'Whether the session had a fresh proof.' })
  fresh: boolean;
  @Flag({ description: 'Whether it was made in a network in which you have signed in within 90 days.' })
  ownNetwork: boolean;
  @Flag({ description: 'Whether you have kept it.' })
  kept: boolean;

  static from(made: MadeAccess): MadeAccessDto {
    return fieldsOf(MadeAccessDto, made);
  }
}

/** A recovery of the account. */
@Described('What was suspended when you got your account back, or feared for it.')
export class RecoveryDto {
  @Id()
  id: string;
  @Choice(CAUSES)
  cause: RecoveryCause;
  @Timestamp()
  at: Date;
  @Timestamp({ description: 'Until then it can be kept.' })
  keepUntil: Date;
  @Timestamp({ nullable: true, description: 'When what was not kept has ended; null: not yet.' })
  endedAt: Date | null;
  @NestedList(() => MadeAccessDto, {
    description: 'What is suspended, and what was kept of it; what has ended is left out.',
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
  @NestedList(() => RecoveryDto, { description: 'Those of the last 90 days, newest first.' })
  recoveries: RecoveryDto[];
}

export class KeepMade {
  @IdList({ min: 1, max: 1000, description: 'Of what is yours.' })
  ids: string[];
}

@Lenient()
export class EndSessions {
  @Flag({ optional: true, description: 'Also suspend what is listed in `made`; it can be kept for a day.' })
  suspendMade?: boolean;
}

/** The sessions have ended. */
export class SessionsEnded extends StatusDto {
  @NestedList(() => MadeAccessDto, {
    description:
      'What was made with your account in the last 30 days by which somebody could stay, but for what this session made with a fresh proof.',
  })
  made: MadeAccessDto[];
}

/** The password is changed. */
export class PasswordChanged extends SignedUp {
  @NestedList(() => MadeAccessDto, {
    description:
      'What was made with your account in the last 30 days by which somebody could stay, but for what this session made with a fresh proof.',
  })
  made: MadeAccessDto[];
}
