import { Settings } from '#libs/config';
import { currentRequest } from '#libs/logging';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { FreshProofRequired, proofWaysOf } from '../identity/proof/proof-ways.js';
import type { Organization } from './organization.entity.js';

/** Asks for a fresh proof before somebody becomes an owner, where the organization wants it. */
@Injectable()
export class OwnerProof {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
  ) {}

  /** @throws FreshProofRequired if an owner is named in a session that is not fresh */
  async require({ requireFreshProof }: Organization, role: string | readonly string[]): Promise<void> {
    const requiresProof = requireFreshProof ?? this.settings.freshProofDefault;
    const { id, session } = currentRequest().actor;
    if (!requiresProof || !session || session.fresh || ![role].flat().includes('owner')) return;
    throw new FreshProofRequired(await proofWaysOf(this.database.manager, this.settings, id!));
  }
}
