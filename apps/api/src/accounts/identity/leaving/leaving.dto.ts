import { Flag, Lenient, Text } from '#libs/fields';

@Lenient()
export class DeleteUser {
  @Text({ optional: true, description: 'May be left out in a session younger than ten minutes.' })
  password?: string;
  @Text({ optional: true, max: 2000, description: 'Taken as the client sends it; of our own origins only.' })
  callbackURL?: string;
}

/** The account is gone. */
export class DeletedDto {
  @Flag({ description: 'Always true: what fails is a refusal.' })
  success: boolean;
  @Text({ description: 'For people; may change.' })
  message: string;
}
