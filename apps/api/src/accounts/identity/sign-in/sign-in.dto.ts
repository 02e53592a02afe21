import { Email, Flag, HttpUrl, Lenient, Nested, OneLine, Text, TextList } from '#libs/fields';
import { IMAGE_TO_FETCH, UserDto } from '../user.dto.js';

const RememberMe = () =>
  Flag({
    optional: true,
    description: 'False: a session cookie that the browser deletes when it is closed; the session ends after one day.',
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
  @Text({
    optional: true,
    max: 100,
    description: 'The id in the link of an emailed invitation; requires `invitationToken`.',
  })
  invitationId?: string;
  @Text({
    optional: true,
    max: 100,
    description: 'The token of the same link. It confirms the email address, and is required if sign-up is closed.',
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
    description: 'Redirect target after the sign-in: a path, or a URL on an origin of this service.',
  })
  callbackURL?: string;
  @RememberMe()
  rememberMe?: boolean;
}

/** A person who has just signed up. */
export class SignedUp {
  @Text({
    nullable: true,
    description: 'The secret of the new session; null or empty if it is sent as a cookie only.',
  })
  token: string | null;
  @Nested(() => UserDto)
  user: UserDto;
}

/** A person who has just signed in. */
export class SignedIn extends SignedUp {
  @Flag({ description: 'Whether the client should redirect to `url`.' })
  redirect: boolean;
  @Text({ optional: true, description: 'The `callbackURL` of the request, if any.' })
  url?: string;
}

/** The first factor was accepted; the session begins after the second factor. */
export class SecondFactorAsked {
  @Flag({ description: 'Always true: a second factor is required.' })
  twoFactorRedirect: boolean;
  @TextList({ description: 'The accepted factors: `totp`, or a backup code.' })
  twoFactorMethods: string[];
  @Text({
    description:
      'For clients without cookies: the token of this challenge, valid for ten minutes; empty if it is sent as a cookie only.',
  })
  twoFactorToken: string;
}
