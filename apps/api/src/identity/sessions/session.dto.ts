import { Id, Lenient, Nested, Text, Timestamp } from '#libs/fields';
import { UserDto } from '../user.dto.js';
import type { Session } from './session.entity.js';

/** A session. Its secret is not stored, so `token` is a handle that `revoke-session` takes. */
export class SessionDto {
  @Id()
  id: string;
  @Text({ description: 'A handle, not the secret.' })
  token: string;
  @Id()
  userId: string;
  @Timestamp()
  expiresAt: Date;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;
  @Text({ nullable: true })
  ipAddress: string | null;
  @Text({ nullable: true })
  userAgent: string | null;
  @Id({ nullable: true })
  activeOrganizationId: string | null;
  @Id({ nullable: true })
  activeTeamId: string | null;

  static from(session: Session): SessionDto {
    const { id, userId, expiresAt, createdAt, updatedAt, ipAddress, userAgent, activeOrganizationId, activeTeamId } =
      session;
    return {
      id,
      token: id,
      userId,
      expiresAt,
      createdAt,
      updatedAt,
      ipAddress,
      userAgent,
      activeOrganizationId,
      activeTeamId,
    };
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
