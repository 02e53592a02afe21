import { Email, Flag, HttpUrl, Lenient, Nested, OneLine, Text, TextList } from '#libs/fields';
import { IMAGE_TO_FETCH, UserDto } from '../user.dto.js';

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
  @HttpUrl({ optional: true, nullable: true, description: IMAGE_TO_FETCH })
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

/** A person who has just signed up. */
export class SignedUp {
  @Text({
    nullable: true,
    description: 'The secret of the session that goes on from here; null or empty where a cookie alone carries it.',
  })
  token: string | null;
  @Nested(() => UserDto)
  user: UserDto;
}

/** A person who has just signed in. */
export class SignedIn extends SignedUp {
  @Flag({ description: 'Whether the client should go to `url` by itself.' })
  redirect: boolean;
  @Text({ optional: true, description: 'The `callbackURL` that was sent, when there is one to go to.' })
  url?: string;
}

/** The first factor was accepted; the session begins after the second factor. */
export class SecondFactorAsked {
  @Flag({ description: 'Always true: the second factor is asked for.' })
  twoFactorRedirect: boolean;
  @TextList({ description: 'What may be shown: `totp`, or one of the backup codes.' })
  twoFactorMethods: string[];
  @Text({
    description:
      'For programs, which keep no cookie: the secret of this question, good for ten minutes; empty where a cookie alone carries it.',
  })
  twoFactorToken: string;
}
