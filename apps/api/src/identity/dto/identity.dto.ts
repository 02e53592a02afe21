import { Email, Flag, Id, Lenient, Nested, OneLine, Text, TextList, Timestamp, HttpUrl } from '#libs/fields';
import type { Session } from '../sessions/session.entity.js';
import type { User } from '../user.entity.js';

/** A person, as the wire format of `/api/auth` shows one. */
export class UserDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Email()
  email: string;
  @Flag()
  emailVerified: boolean;
  @Text({ nullable: true })
  image: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  @Flag({ description: 'Whether a second factor is on.' })
  twoFactorEnabled: boolean;

  static from({ id, name, email, emailVerified, image, createdAt, updatedAt, twoFactorEnabled }: User): UserDto {
    return { id, name, email, emailVerified, image, createdAt, updatedAt, twoFactorEnabled };
  }
}

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

/** A person who has just signed up. */
export class SignedUp {
  @Text({ nullable: true, description: 'The secret of the session that goes on from here.' })
  token: string | null;
  @Nested(() => UserDto)
  user: UserDto;
}

/** A person who has just signed in. */
export class SignedIn extends SignedUp {
  @Flag()
  redirect: boolean;
  @Text({ optional: true, description: 'The `callbackURL` that was sent, when there is one to go to.' })
  url?: string;
}

/** The first factor was accepted; the session begins after the second factor. */
export class SecondFactorAsked {
  @Flag()
  twoFactorRedirect: boolean;
  @TextList({ description: 'What may be shown: `totp`, or one of the backup codes.' })
  twoFactorMethods: string[];
  @Text({ description: 'For programs, which keep no cookie: the secret of this question, good for ten minutes.' })
  twoFactorToken: string;
}

/** The request succeeded. */
export class StatusDto {
  @Flag()
  status: boolean;
  @Text({ optional: true })
  message?: string;
}

/** The request succeeded. */
export class SuccessDto {
  @Flag()
  success: boolean;
}

/** The identity endpoints answer. */
export class OkDto {
  @Flag()
  ok: boolean;
}

const RememberMe = () =>
  Flag({
    optional: true,
    description: 'False: the browser forgets the session when it is closed, and it ends after a day.',
  });

@Lenient()
export class SignUp {
  @OneLine()
  name: string;
  @Email()
  email: string;
  @Text({ description: '8 to 128 characters.' })
  password: string;
  @HttpUrl({ optional: true, nullable: true })
  image?: string | null;
  @RememberMe()
  rememberMe?: boolean;
  @Text({ optional: true, max: 100, description: 'From the link of a mailed invitation; goes with `invitationToken`.' })
  invitationId?: string;
  @Text({
    optional: true,
    max: 100,
    description: 'From the same link: proves the address, and is needed where sign-up is closed.',
  })
  invitationToken?: string;
}

@Lenient()
export class SignIn {
  @Email()
  email: string;
  @Text()
  password: string;
  @Text({
    optional: true,
    max: 2000,
    description: 'Where the browser goes next; a path, or an address of our origins.',
  })
  callbackURL?: string;
  @RememberMe()
  rememberMe?: boolean;
}

@Lenient()
export class RevokeSession {
  @Text({ description: 'The handle that `list-sessions` gives.' })
  token: string;
}

@Lenient()
export class UpdateUser {
  @OneLine({ optional: true })
  name?: string;
  @HttpUrl({ optional: true, nullable: true })
  image?: string | null;
  @Email({ optional: true, description: 'Refused: an address cannot be changed.' })
  email?: string;
}

@Lenient()
export class ChangePassword {
  @Text()
  currentPassword: string;
  @Text({ description: '8 to 128 characters.' })
  newPassword: string;
  @Flag({
    optional: true,
    description: 'The others end in any case.',
  })
  revokeOtherSessions?: boolean;
}

@Lenient()
export class RequestByMail {
  @Email()
  email: string;
}

@Lenient()
export class ResetPassword {
  @Text({ description: '8 to 128 characters.' })
  newPassword: string;
  @Text({ description: 'From the mailed link.' })
  token: string;
}
