import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often a token was exchanged. */
@Entity('used_tokens')
export class UsedToken {
  /** Of issuer and id; of a token that is good for each product several times, also of the product. */
  @PrimaryColumn('bytea')
  tokenHash: Buffer;

  @Column('int')
  uses: number;

  /** When the token is too old anyway, and this may be forgotten. */
  @Column('timestamptz')
  expiresAt: Date;
}
