import { Described, Email, fieldsOf, Flag, HttpUrl, Id, Lenient, OneLine, Text, Timestamp } from '#libs/fields';
import { ownImage, type User } from './user.entity.js';

const IMAGE = 'The address of a picture; null: none.';
/** The same, of one that a person names. */
export const IMAGE_TO_FETCH = `${IMAGE} It is fetched once and stored; until then others see none, and one that cannot be fetched is dropped.`;

/** A person, as the wire format of `/api/auth` shows one. */
@Described('The account of a person.')
export class UserDto {
  @Id()
  id: string;
  @Text()
  name: string;
  @Email()
  email: string;
  @Flag({ description: 'Whether the person has shown that the address is theirs.' })
  emailVerified: boolean;
  @Text({ nullable: true, description: IMAGE })
  image: string | null;
  @Timestamp()
  createdAt: Date;
  @Timestamp()
  updatedAt: Date;

  @Flag({ description: 'Whether a second factor is on.' })
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
  @Email({ optional: true, description: 'Refused: an address cannot be changed.' })
  email?: string;
}
