import { Described, Email, fieldsOf, Flag, HttpUrl, Id, Lenient, OneLine, Text, Timestamp } from '#libs/fields';
import { ownImage, type User } from './user.entity.js';

const IMAGE = 'The URL of a picture; null if none.';
/** The same, of one that a person names. */
export const IMAGE_TO_FETCH = `${IMAGE} It is fetched once and stored. It is hidden from other users until then, and discarded if it cannot be fetched.`;

/** A person, as the wire format of `/api/auth` shows one. */
@Described('A user account.')
export class UserDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Email()
  email: string;
  @Flag({ description: 'Whether the user has confirmed the email address.' })
  emailVerified: boolean;
  @Text({ nullable: true, description: IMAGE })
  image: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  @Flag({ description: 'Whether the second factor is on.' })
  twoFactorEnabled: boolean;

  static from(user: User): UserDto {
    return { ...fieldsOf(UserDto, user), image: ownImage(user) };
  }
}

@Lenient()
export class UpdateUser {
  @OneLine({ optional: true })
  name?: string;
  @HttpUrl({ optional: true, nullable: true, description: IMAGE_TO_FETCH })
  image?: string | null;
  @Email({ optional: true, description: 'Rejected: the email address cannot be changed here.' })
  email?: string;
}
