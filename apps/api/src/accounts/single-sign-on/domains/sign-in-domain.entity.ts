import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** How a domain was proved. */
export type DomainProofWay = 'dns' | 'mail';

/** A domain that an organization claims as its own: people with an address there may be let in by its provider. */
@Entity('sign_in_domains')
export class SignInDomain {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  organizationId: string;

  /** Lower case, ASCII. */
  @Column('text')
  domain: string;

  /** What the TXT record must say; public, since anybody can ask for it there. */
  @Column('text')
  token: string;

  /** Null: it is not proved. */
  @Column('timestamptz', { nullable: true, default: null })
  verifiedAt: Date | null;

  @Column('text', { nullable: true, default: null })
  verifiedBy: DomainProofWay | null;

  /** Since when the TXT record has not been found. */
  @Column('timestamptz', { nullable: true, default: null })
  missingSince: Date | null;

  /** SHA-256 of the code that was mailed last, with the id. */
  @Column('bytea', { nullable: true, default: null })
  codeHash: Buffer | null;

  @Column('timestamptz', { nullable: true, default: null })
  codeExpiresAt: Date | null;

  @Column('integer', { default: 0 })
  codeTriesLeft: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
