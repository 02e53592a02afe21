import { Described, Nested, Text, Timestamp } from '#libs/fields';

/** One of the ways that the account has. */
export class ProveIdentity {
  @Text({ optional: true, max: 1000, description: 'For accounts with a password and without a second factor.' })
  password?: string;
  @Text({
    optional: true,
    max: 64,
    description: 'A second-factor code or a backup code; for accounts with a second factor. A backup code works once.',
  })
  code?: string;
  @Text({ optional: true, max: 64, description: 'The code sent by `POST /v1/me/proof/mail`.' })
  mailCode?: string;
}

@Described('A proof of identity for the current session.')
class ProofDto {
  @Timestamp({ description: 'The time until which the session counts as fresh.' })
  freshUntil: Date;
}

export class ProofEnvelope {
  @Nested(() => ProofDto)
  proof: ProofDto;
}
