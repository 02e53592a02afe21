import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { DomainError, Unauthenticated } from '#libs/errors';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Language } from '../../identity/preferences/preferences.dto.js';
import { PREFERENCES_OF } from '../../identity/preferences/preferences.sql.js';
import { Session } from '../../identity/sessions/session.entity.js';
import { Member } from '../../organizations/members/member.entity.js';
import { Arrivals, type Foreseen } from '../sign-in/arrivals.service.js';
import type { Entrance } from '../sign-in/provided-accounts.service.js';
import type { ProvidedPerson } from '../sign-in/provided-person.js';

/** What came of trying the provider of an organization. */
export interface Tried {
  organization: string;
  /** Of who tries it; null: none was chosen. */
  language: Language | null;
  /** What the provider said; undefined: nothing that proves who somebody is. */
  person?: ProvidedPerson;
  /** What would follow, or how the person would be refused. */
  outcome: Foreseen | Pick<DomainError, 'code' | 'message'>;
}

/** Tries the provider of an organization: nobody is signed in or linked, and nothing is kept. */
@Injectable()
export class Trials {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly arrivals: Arrivals,
  ) {}

  /**
   * @param sessionId of the owner who has begun it; it must still be one
   * @param person of whom the provider speaks
   * @throws Unauthenticated
   */
  async try(entrance: Entrance, sessionId: string, person: () => Promise<ProvidedPerson>): Promise<Tried> {
    const { id: organizationId, name: organization } = entrance.organization;
    const { manager: tx } = this.database;
    const session = await tx.findOneBy(Session, { id: sessionId });
    const isLiving = session !== null && session.expiresAt.getTime() > clock.millis();
    if (!isLiving || !(await tx.existsBy(Member, { organizationId, userId: session.userId, role: 'owner' })))
      throw new Unauthenticated('UNAUTHORIZED');
    const [preferences] = await query(tx, PREFERENCES_OF, [session.userId]);
    const tried = { organization, language: preferences?.language ?? null };
    try {
      const provided = await person();
      const outcome = await this.arrivals.foresee(entrance, provided).catch(refusalOf);
      return { ...tried, person: provided, outcome };
    } catch (error) {
      return { ...tried, outcome: refusalOf(error) };
    }
  }
}

function refusalOf(error: unknown): Pick<DomainError, 'code' | 'message'> {
  if (!(error instanceof DomainError)) throw error;
  return { code: error.code, message: error.message };
}
