import { Described, fieldsOf, Id, Lenient, Nested, Text, Timestamp } from '#libs/fields';
import { UserDto } from '../user.dto.js';
import type { Session } from './session.entity.js';

/** A session. Its secret is not stored, so `token` is a handle that `revoke-session` takes. */
@Described('A session of a user.')
export class SessionDto {
  @Id()
  id: string;
  @Text({ description: 'An identifier of the session, not its secret.' })
  token: string;
  @Id()
  userId: string;
  @Timestamp({ description: 'The expiry time.' })
  expiresAt: Date;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @Text({ nullable: true, description: 'The IP address at the start of the session.' })
  ipAddress: string | null;
  @Text({ nullable: true, description: 'The user agent.' })
  userAgent: string | null;
  @Id({ nullable: true, description: 'The active organization of this session; null if none.' })
  activeOrganizationId: string | null;
  @Id({ nullable: true, description: 'The active team of this session; null if none.' })
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
  @Text({ description: 'The identifier returned by `list-sessions`.' })
  token: string;
}
