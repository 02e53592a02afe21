import { Email, Flag, Lenient, Text } from '#libs/fields';

@Lenient()
export class ChangePassword {
  @Text({ description: 'The current password.' })
  currentPassword: string;
  @Text({ description: '8 to 128 characters.' })
  newPassword: string;
  @Flag({
    optional: true,
    description: 'Ignored: all other sessions end in any case.',
  })
  revokeOtherSessions?: boolean;
  @Flag({ optional: true, description: 'Also suspend the items listed in `made`; you can keep them for one day.' })
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
  @Text({ description: 'The token of the emailed link.' })
  token: string;
  @Flag({
    optional: true,
    description:
      'True: another person had access. Everything created in the last 30 days is suspended; you can keep items for one day.',
  })
  somebodyElse?: boolean;
}
