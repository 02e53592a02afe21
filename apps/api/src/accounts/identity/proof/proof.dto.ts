import { Described, Nested, Text, Timestamp } from '#libs/fields';

/** One of the ways that the account has. */
export class ProveIdentity {
  @Text({ optional: true, max: 1000, description: 'For accounts with a password and without a second factor.' })
  password?: string;
  @Text({
    optional: true,
    max: 64,
    description: 'Of the second factor, or a backup code, which is used up; for accounts that have one.',
  })
  code?: string;
  @Text({ optional: true, max: 64, description: 'From the mail of `POST /v1/me/proof/mail`.' })
  mailCode?: string;
}

@Described('A proof of who is in the session.')
class ProofDto {
  @Timestamp({ description: 'Until when the session is fresh.' })
  freshUntil: Date;
}

export class ProofEnvelope {
  @Nested(() => ProofDto)
  proof: ProofDto;
}
