import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { clock } from '#libs/clock';
import { DAY_MS } from '#libs/dates';
import { Conflict, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Organization } from '../../organizations/organization.entity.js';
import { wholeOrganizationLock } from '../../organizations/organization-lock.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { readCertificate } from '../settings/certificate.js';
import { OrganizationSignIn } from '../settings/organization-sign-in.entity.js';
import { privateKeyLocation } from './private-key.js';
import { type KeyPair, selfSigned } from './self-signed.js';
import { SignInKey } from './sign-in-key.entity.js';

/** One that is in use, and one that takes its place. */
const MOST_KEYS = 2;
const BITS = 2048;
/** What a provider trusts is the key, which is replaced by hand; some refuse certificates that have ended. */
const VALID_MS = 3650 * DAY_MS;

const pairOf = promisify(generateKeyPair);

class KeysAreTwo extends Conflict {
  readonly code = 'sign_in_keys_full';
  constructor() {
    super(`An organization can have at most ${MOST_KEYS} keys for the identity provider. Delete the unused key first.`);
  }
}

/** A key with its private half, as PEM. */
export interface OpenedKey {
  privateKey: string;
  certificate: string;
}

/**
 * Keys of the service for the SAML providers of organizations: the oldest signs requests, and for each of them a
 * provider may encrypt, so that one takes the place of the other without a gap.
 */
@Injectable()
export class SignInKeys {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: Vault,
  ) {}

  /** Oldest first. */
  list(organizationId: string, tx: EntityManager = this.database.manager): Promise<SignInKey[]> {
    return tx.find(SignInKey, { where: { organizationId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** The same with their private halves. */
  async open(organizationId: string): Promise<OpenedKey[]> {
    const keys = await this.list(organizationId);
    return keys.map(({ id, privateKey, certificate }) => ({
      privateKey: this.vault.open(privateKeyLocation(id), privateKey),
      certificate,
    }));
  }

  /** @throws NotFound where the organization has no SAML provider; Conflict `sign_in_keys_full`; SecretKeyMissing */
  async create({ id: organizationId, name }: Organization): Promise<SignInKey> {
    this.vault.requireOpen();
    const pair = await this.pair();
    return this.unitOfWork.run(async (change) => {
      await change.lock(wholeOrganizationLock(organizationId));
      await this.touch(change, organizationId);
      const keys = await this.list(organizationId, change.tx);
      if (keys.length >= MOST_KEYS) throw new KeysAreTwo();
      const key = await this.store(change, organizationId, pair);
      record(change, { id: organizationId, title: name }, null, key);
      return key;
    });
  }

  /** @throws NotFound */
  async delete({ id: organizationId, name }: Organization, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      await change.lock(wholeOrganizationLock(organizationId));
      await this.touch(change, organizationId);
      const key = await change.tx.findOneBy(SignInKey, { organizationId, id });
      if (!key) throw new NotFound('key');
      await change.tx.delete(SignInKey, { organizationId, id });
      record(change, { id: organizationId, title: name }, key, null);
    });
  }

  /** A pair for a first key; undefined where nothing can be encrypted. */
  async firstPair(organizationId: string): Promise<KeyPair | undefined> {
    const isNew = !(await this.database.manager.existsBy(SignInKey, { organizationId }));
    return isNew && this.vault.isOpen ? this.pair() : undefined;
  }

  /** Stores a key. Call with the whole organization locked. */
  async store({ tx }: ChangeContext, organizationId: string, pair: KeyPair): Promise<SignInKey> {
    const id = newId();
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const now = clock.millis();
    const dates = { validFrom: new Date(now - DAY_MS), validUntil: new Date(now + VALID_MS) };
    const certificate = selfSigned(pair, { name: `Curbcut ${organizationId}`, ...dates });
    const privateKey = this.vault.seal(privateKeyLocation(id), pem);
    await tx.insert(SignInKey, { organizationId, id, privateKey, certificate });
    return tx.findOneByOrFail(SignInKey, { organizationId, id });
  }

  private pair(): Promise<KeyPair> {
    return pairOf('rsa', { modulusLength: BITS });
  }

  /** Keys are shown with the settings, which are changed by them. @throws NotFound */
  private async touch({ tx }: ChangeContext, organizationId: string): Promise<void> {
    const provider = await tx.findOneBy(OrganizationSignIn, { organizationId, kind: 'saml' });
    if (!provider || provider.suspendedBy !== null) throw new NotFound('provider');
    await tx.update(OrganizationSignIn, { organizationId }, { revision: provider.revision + 1 });
  }
}

const record = (
  change: ChangeContext,
  subject: { id: string; title: string },
  from: SignInKey | null,
  to: SignInKey | null,
): void =>
  change.record({
    organizationId: subject.id,
    type: 'sign_in.updated',
    subject,
    changes: [{ field: 'serviceKeys', from: fingerprintOf(from), to: fingerprintOf(to) }],
  });

const fingerprintOf = (key: SignInKey | null): string | null => key && readCertificate(key.certificate)!.fingerprint;
