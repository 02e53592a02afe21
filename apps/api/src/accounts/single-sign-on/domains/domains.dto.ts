import { CheckTogether, Choice, Described, named, Nested, NestedList, Text, Timestamp } from '#libs/fields';
import { recordName, recordValue } from './domain-records.service.js';
import { domainState, type DomainState, DOMAIN_STATES, movesAt } from './domain-state.js';
import type { DomainProofWay, SignInDomain } from './sign-in-domain.entity.js';

const WAYS = named(
  'DomainProofWay',
  ['dns', 'mail'],
  'By a TXT record, or by a code that is mailed to the postmaster of the domain.',
);

@Described('The TXT record that proves a domain.')
class DomainRecordDto {
  @Text({ example: '_curbcut.example.org' })
  name: string;
  @Text({ description: 'What the record says, beside others of its name.', example: 'curbcut=6Xh0…' })
  value: string;
}

/** A domain that an organization claims. */
@Described('A domain of the organization: people with a mail address there may come in by its provider.')
export class DomainDto {
  @Text({ description: 'In lower case, internationalized names in ASCII.', example: 'example.org' })
  domain: string;
  @Choice(DOMAIN_STATES)
  state: DomainState;
  @Nested(() => DomainRecordDto, { description: 'Stays in the DNS as long as the domain is to be the organization’s.' })
  record: DomainRecordDto;
  @Timestamp({ nullable: true, description: 'When it was proved.' })
  verifiedAt: Date | null;
  @Choice(WAYS, { nullable: true })
  verifiedBy: DomainProofWay | null;
  @Timestamp({ nullable: true, description: 'Since when the record is not found.' })
  missingSince: Date | null;
  @Timestamp({ nullable: true, description: 'From when on another organization that proves the domain gets it.' })
  movesAt: Date | null;
  @Timestamp()
  createdAt: Date;

  static from(row: SignInDomain): DomainDto {
    const { domain, token, verifiedAt, verifiedBy, missingSince, createdAt } = row;
    const record = { name: recordName(domain), value: recordValue(token) };
    const state = domainState(row, Date.now());
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
    description: 'No public suffix, and none of a provider of free mail.',
    example: 'example.org',
  })
  domain: string;
}

/** How a domain is proved. */
@CheckTogether<VerifyDomain>(({ by, code }) =>
  code !== undefined && by !== 'mail'
    ? [{ path: '/code', code: 'not_allowed', message: 'code goes with by: mail' }]
    : [],
)
export class VerifyDomain {
  @Choice(WAYS)
  by: DomainProofWay;
  @Text({
    optional: true,
    max: 64,
    description: 'From the mail to the postmaster; without it `mail` has one sent, good for a day and five tries.',
  })
  code?: string;
}
