import { Email, Lenient, Text } from '#libs/fields';

@Lenient()
export class ChangeEmail {
  @Email()
  newEmail: string;
  @Text({ optional: true, max: 2000, description: 'Taken as the client sends it; of our own origins only.' })
  callbackURL?: string;
}

@Lenient()
export class RestoreAddress {
  @Text({ description: 'From the mailed link.' })
  token: string;
}
