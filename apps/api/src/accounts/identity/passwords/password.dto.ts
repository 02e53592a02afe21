import { Email, Flag, Lenient, Text } from '#libs/fields';

@Lenient()
export class ChangePassword {
  @Text({ description: 'The one that is replaced.' })
  currentPassword: string;
  @Text({ description: '8 to 128 characters.' })
  newPassword: string;
  @Flag({
    optional: true,
    description: 'The others end in any case.',
  })
  revokeOtherSessions?: boolean;
  @Flag({ optional: true, description: 'Also suspend what is listed in `made`; it can be kept for a day.' })
  suspendMade?: boolean;
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
  @Flag({
    optional: true,
    description:
      'True: somebody else got in. All that was made in the last 30 days is suspended, and can be kept for a day.',
  })
  somebodyElse?: boolean;
}
