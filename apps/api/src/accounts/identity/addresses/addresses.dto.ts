import { Email, Lenient, Text } from '#libs/fields';

@Lenient()
export class ChangeEmail {
  @Email()
  newEmail: string;
  @Text({
    optional: true,
    max: 2000,
    description: 'Accepted as sent by the client; must be on an origin of this service.',
  })
  callbackURL?: string;
}

@Lenient()
export class RestoreAddress {
  @Text({ description: 'The token of the emailed link.' })
  token: string;
}
