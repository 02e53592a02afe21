import { Email, Flag, HttpUrl, Id, Lenient, OneLine, Text, Timestamp } from '#libs/fields';
import type { User } from './user.entity.js';

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

@Lenient()
export class UpdateUser {
  @OneLine({ optional: true })
  name?: string;
  @HttpUrl({ optional: true, nullable: true })
  image?: string | null;
  @Email({ optional: true, description: 'Refused: an address cannot be changed.' })
  email?: string;
}
