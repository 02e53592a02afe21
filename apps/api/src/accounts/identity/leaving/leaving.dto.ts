import { Flag, Lenient, Text } from '#libs/fields';

@Lenient()
export class DeleteUser {
  @Text({ optional: true, description: 'Optional in a session younger than ten minutes.' })
  password?: string;
  @Text({
    optional: true,
    max: 2000,
    description: 'Accepted as sent by the client; must be on an origin of this service.',
  })
  callbackURL?: string;
}

/** The account is gone. */
export class DeletedDto {
  @Flag({ description: 'Always true; failures are answered with an error.' })
  success: boolean;
  @Text({ description: 'Human-readable; may change.' })
  message: string;
}
