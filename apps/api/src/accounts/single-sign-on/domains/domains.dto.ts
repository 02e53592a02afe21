import { clock } from '#libs/clock';
import { CheckTogether, Choice, Described, named, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { recordName, recordValue } from './domain-records.service.js';
import { domainState, type DomainState, DOMAIN_STATES, movesAt } from './domain-state.js';
import type { DomainProofWay, SignInDomain } from './sign-in-domain.entity.js';

const WAYS = named('DomainProofWay', ['dns', 'mail'], 'A TXT record, or a code sent to the postmaster of the domain.');

@Described('The TXT record that verifies a domain.')
class DomainRecordDto {
  @Text({ example: '_curbcut.example.org' })
  name: string;
  @Text({
    description: 'The value of the record; other records of the same name can remain.',
    example: 'curbcut=6Xh0…',
  })
  value: string;
}

/** A domain that an organization claims. */
@Described('A domain of the organization. Users with an email address at this domain can sign in through its provider.')
export class DomainDto {
  @Text({ description: 'In lower case, with internationalized names in ASCII.', example: 'example.org' })
  domain: string;
  @Choice(DOMAIN_STATES)
  state: DomainState;
  @Nested(() => DomainRecordDto, {
    description: 'Must stay in the DNS as long as the domain belongs to the organization.',
  })
  record: DomainRecordDto;
  @Timestamp({ nullable: true, description: 'The time of verification.' })
  verifiedAt: Date | null;
  @Choice(WAYS, { nullable: true })
  verifiedBy: DomainProofWay | null;
  @Timestamp({ nullable: true, description: 'The time since which the record has been missing.' })
  missingSince: Date | null;
  @Timestamp({ nullable: true, description: 'The time from which another organization can take over the domain.' })
  movesAt: Date | null;
  @Timestamp()
  createdAt: Date;

  static from(row: SignInDomain): DomainDto {
    const { domain, token, verifiedAt, verifiedBy, missingSince, createdAt } = row;
    const record = { name: recordName(domain), value: recordValue(token) };
    const state = domainState(row, clock.millis());
    return { domain, state, record, verifiedAt, verifiedBy, missingSince, movesAt: movesAt(row), createdAt };
  }
}

export class DomainEnvelope {
  @Nested(() => DomainDto)
  domain: DomainDto;
}

/** The domains of an organization, by name. */
export class DomainList {
  @NestedList(() => DomainDto)
  domains: DomainDto[];
}

export class AddDomain {
  @Text({
    max: 255,
    filled: true,
    description: 'Not a public suffix, and not a public email provider.',
    example: 'example.org',
  })
  domain: string;
}

/** How a domain is proved. */
@CheckTogether<VerifyDomain>(({ by, code }) =>
  code !== undefined && by !== 'mail'
    ? [{ path: '/code', code: 'not_allowed', message: 'code requires by: mail' }]
    : [],
)
export class VerifyDomain {
  @Choice(WAYS)
  by: DomainProofWay;
  @Text({
    optional: true,
    max: 64,
    description:
      'The code sent to the postmaster; without it, `mail` sends one. It is valid for one day and five attempts.',
  })
  code?: string;
}
