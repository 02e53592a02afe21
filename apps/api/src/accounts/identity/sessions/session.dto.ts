import { Described, fieldsOf, Id, Lenient, Nested, Text, Timestamp } from '#libs/fields';
import { UserDto } from '../user.dto.js';
import type { Session } from './session.entity.js';

/** A session. Its secret is not stored, so `token` is a handle that `revoke-session` takes. */
@Described('Where somebody is signed in.')
export class SessionDto {
  @Id()
  id: string;
  @Text({ description: 'A handle, not the secret.' })
  token: string;
  @Id()
  userId: string;
  @Timestamp({ description: 'When it ends by itself.' })
  expiresAt: Date;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @Text({ nullable: true, description: 'From where the session was begun.' })
  ipAddress: string | null;
  @Text({ nullable: true, description: 'What the program called itself.' })
  userAgent: string | null;
  @Id({ nullable: true, description: 'The organization that this session works in; null: none.' })
  activeOrganizationId: string | null;
  @Id({ nullable: true, description: 'The team that this session works in; null: none.' })
  activeTeamId: string | null;

  static from(session: Session): SessionDto {
    return { ...fieldsOf(SessionDto, session), token: session.id };
  }
}

/** Who is signed in. */
export class CurrentSessionDto {
  @Nested(() => SessionDto)
  session: SessionDto;
  @Nested(() => UserDto)
  user: UserDto;
}

@Lenient()
export class RevokeSession {
  @Text({ description: 'The handle that `list-sessions` gives.' })
  token: string;
}
