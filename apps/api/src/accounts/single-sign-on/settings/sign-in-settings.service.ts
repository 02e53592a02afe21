import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { type Fault, InvalidInput, NotFound, requireEach, unknownReferences } from '#libs/errors';
import { currentRequest } from '#libs/logging';
import { resolvesToPrivate } from '#libs/outbound';
import { Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { forgetMade, noteMade } from '../../identity/recovery/note-made.js';
import { endProviderSessions } from '../../identity/sessions/end-provider-sessions.js';
import { changedFields } from '../../../platform/lists/changed-fields.js';
import { RecoveryOwnerNeeded } from '../../organizations/errors.js';
import { ownersAmong, recoveryOwners, setRecoveryOwners } from '../../organizations/members/recovery-owners.js';
import { wholeOrganizationLock } from '../../organizations/organization-lock.js';
import type { Organization } from '../../organizations/organization.entity.js';
import {
  NO_PROVIDER,
  type ProviderRules,
  providerRulesOf,
  setProviderRules,
} from '../../organizations/provider-rules.js';
import { checkIfMatch } from '../../../platform/work/check-if-match.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { provedDomains } from '../domains/proved-domains.js';
import type { KeyPair } from '../keys/self-signed.js';
import { SignInKey } from '../keys/sign-in-key.entity.js';
import { SignInKeys } from '../keys/sign-in-keys.service.js';
import { readCertificate } from './certificate.js';
import { clientSecretLocation } from './client-secret.js';
import { ProvedDomainNeeded } from './errors.js';
import { OrganizationSignIn } from './organization-sign-in.entity.js';
import type { SetSignIn } from './sign-in-settings.dto.js';
import { TEAMS_AMONG } from './sign-in-settings.sql.js';
import { PROVIDER } from './suspended-sign-in.service.js';

/** The provider of an organization, with what is kept of it elsewhere. */
export interface SignInSettings extends ProviderRules {
  provider: OrganizationSignIn;
  recoveryOwnerIds: string[];
  /** Of the service for it, oldest first. */
  keys: SignInKey[];
}

const DEFAULT_ATTRIBUTES = { email: 'email', name: 'name', groups: 'groups' };

/** How people come in to organizations by providers of their own. */
@Injectable()
export class SignInSettingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: Vault,
    private readonly keys: SignInKeys,
  ) {}

  /** @throws NotFound where the organization has no provider, or it is suspended */
  async read({ id }: Organization, tx: EntityManager = this.database.manager): Promise<SignInSettings> {
    const found = await this.find(tx, id);
    if (!found) throw new NotFound('provider');
    return found;
  }

  /** @throws InvalidInput, ChangedMeanwhile, ProvedDomainNeeded, RecoveryOwnerNeeded, SecretKeyMissing */
  async replace({ id: organizationId, name }: Organization, body: SetSignIn): Promise<SignInSettings> {
    await this.requirePublic(body);
    const firstPair = body.kind === 'saml' ? await this.keys.firstPair(organizationId) : undefined;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(wholeOrganizationLock(organizationId));
      const present = await this.find(tx, organizationId);
      const owners = await ownersAmong(tx, organizationId, body.recoveryOwnerIds ?? []);
      await requireEach(
        () => requireTeams(tx, organizationId, body),
        async () => requireOwners(body, owners),
        async () => requireSecret(body, present?.provider),
      );
      checkIfMatch({ revision: present?.provider.revision ?? 0 });
      if (body.required) await this.requireWayBack(tx, organizationId, owners);
      const clientSecret = this.sealed(organizationId, body, present?.provider);
      const provider = await this.store(tx, organizationId, body, clientSecret);
      const { required = false, countsAsFactor = false } = body;
      const recoveryOwnerIds = owners.map(({ userId }) => userId);
      await setProviderRules(tx, organizationId, { required, countsAsFactor });
      await setRecoveryOwners(tx, organizationId, recoveryOwnerIds);
      const keys = await this.keep(change, organizationId, body, firstPair);
      const after = { provider, required, countsAsFactor, recoveryOwnerIds, keys };
      const isOther =
        present && (present.provider.kind !== provider.kind || present.provider.issuer !== provider.issuer);
      if (isOther) await endProviderSessions(tx, organizationId, callingSession());
      const made = { kind: PROVIDER, recordId: organizationId, organizationId, title: provider.issuer };
      await noteMade(tx, made);
      const isNewSecret = clientSecret !== null && clientSecret !== present?.provider.clientSecret;
      change.record({
        organizationId,
        type: 'sign_in.updated',
        subject: { id: organizationId, title: name },
        changes: [
          ...changedFields(present ? eventFields(present) : NO_FIELDS, eventFields(after)),
          ...(isNewSecret ? [{ field: 'clientSecret', from: null, to: 'replaced' }] : []),
        ],
      });
      return after;
    });
  }

  /** @throws NotFound, ChangedMeanwhile */
  async remove({ id: organizationId, name }: Organization): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(wholeOrganizationLock(organizationId));
      const present = await this.find(tx, organizationId);
      if (!present) throw new NotFound('provider');
      checkIfMatch(present.provider);
      await tx.delete(OrganizationSignIn, { organizationId });
      await tx.delete(SignInKey, { organizationId });
      await setProviderRules(tx, organizationId, NO_PROVIDER);
      await endProviderSessions(tx, organizationId, callingSession());
      await setRecoveryOwners(tx, organizationId, []);
      await forgetMade(tx, PROVIDER, [organizationId]);
      change.record({ organizationId, type: 'sign_in.removed', subject: { id: organizationId, title: name } });
    });
  }

  private async find(tx: EntityManager, organizationId: string): Promise<SignInSettings | undefined> {
    const provider = await tx.findOneBy(OrganizationSignIn, { organizationId });
    if (!provider || provider.suspendedBy !== null) return undefined;
    const rules = await providerRulesOf(tx, organizationId);
    const owners = await recoveryOwners(tx, organizationId);
    const teams = await teamsAmong(tx, organizationId, provider.groups);
    const groups = provider.groups.map((group) => ({
      ...group,
      teamId: group.teamId !== null && teams.has(group.teamId) ? group.teamId : null,
    }));
    return {
      provider: { ...provider, groups },
      ...rules,
      recoveryOwnerIds: owners.map(({ userId }) => userId),
      keys: await this.keys.list(organizationId, tx),
    };
  }

  /** A provider of SAML has a key from the beginning, if it can be encrypted; another one has none. */
  private async keep(
    change: ChangeContext,
    organizationId: string,
    { kind }: SetSignIn,
    firstPair: KeyPair | undefined,
  ): Promise<SignInKey[]> {
    if (kind === 'oidc') await change.tx.delete(SignInKey, { organizationId });
    const keys = await this.keys.list(organizationId, change.tx);
    return firstPair && keys.length === 0 ? [await this.keys.store(change, organizationId, firstPair)] : keys;
  }

  /** @throws InvalidInput for addresses that are not https, or lead into a private network */
  private async requirePublic({ issuer, signInUrl }: SetSignIn): Promise<void> {
    if (this.settings.webhooksAllowPrivate) return;
    const faults: Fault[] = [];
    for (const [name, url] of Object.entries({ issuer, signInUrl })) {
      if (url === undefined) continue;
      const path = `/${name}`;
      if (new URL(url).protocol !== 'https:')
        faults.push({ path, code: 'not_allowed', message: `${name} must be an https address` });
      else if (await resolvesToPrivate(url))
        faults.push({ path, code: 'private_address', message: `${name} points to a private network` });
    }
    if (faults.length > 0) throw new InvalidInput(faults);
  }

  /** People must have a way to prove their address, and somebody one past the provider. */
  private async requireWayBack(
    tx: EntityManager,
    organizationId: string,
    owners: readonly { hasFactor: boolean }[],
  ): Promise<void> {
    if ((await provedDomains(tx, organizationId)).length === 0) throw new ProvedDomainNeeded();
    if (!owners.some(({ hasFactor }) => hasFactor)) throw new RecoveryOwnerNeeded();
  }

  private sealed(
    organizationId: string,
    { kind, clientSecret }: SetSignIn,
    present: OrganizationSignIn | undefined,
  ): string | null {
    if (kind !== 'oidc') return null;
    if (clientSecret === undefined) return present!.clientSecret;
    this.vault.requireOpen();
    return this.vault.seal(clientSecretLocation(organizationId), clientSecret);
  }

  private async store(
    tx: EntityManager,
    organizationId: string,
    body: SetSignIn,
    clientSecret: string | null,
  ): Promise<OrganizationSignIn> {
    const former = await tx.findOneBy(OrganizationSignIn, { organizationId });
    const isOidc = body.kind === 'oidc';
    const values = {
      kind: body.kind,
      issuer: (isOidc ? body.issuer : body.entityId)!,
      clientId: isOidc ? body.clientId! : null,
      clientSecret,
      signInUrl: isOidc ? null : body.signInUrl!,
      certificates: isOidc ? [] : body.certificates!.map((text) => readCertificate(text)!.pem),
      idpInitiated: body.idpInitiated ?? false,
      createRole: body.createRole ?? null,
      attributes: { ...(body.attributes ?? DEFAULT_ATTRIBUTES) },
      groups: (body.groups ?? []).map(({ group, role, teamId }) => ({ group, role, teamId: teamId ?? null })),
      suspendedBy: null,
      revision: (former?.revision ?? 0) + 1,
    };
    if (former) await tx.update(OrganizationSignIn, { organizationId }, values);
    else await tx.insert(OrganizationSignIn, { organizationId, ...values });
    return tx.findOneByOrFail(OrganizationSignIn, { organizationId });
  }
}

const callingSession = (): string | null => currentRequest().actor.session?.id ?? null;

const teamsAmong = async (
  tx: EntityManager,
  organizationId: string,
  groups: readonly { teamId?: string | null }[],
): Promise<ReadonlySet<string>> => {
  const ids = groups.flatMap(({ teamId }) => teamId ?? []);
  return new Set((await query(tx, TEAMS_AMONG, [organizationId, ids])).map(({ id }) => id));
};

async function requireTeams(tx: EntityManager, organizationId: string, { groups = [] }: SetSignIn): Promise<void> {
  const teams = await teamsAmong(tx, organizationId, groups);
  const faults = groups.flatMap(({ teamId }, index): Fault[] =>
    teamId && !teams.has(teamId.toLowerCase())
      ? [
          {
            path: `/groups/${index}/teamId`,
            code: 'unknown_reference',
            message: `The organization has no team ${teamId}.`,
            params: { value: teamId },
          },
        ]
      : [],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}

function requireOwners({ recoveryOwnerIds = [] }: SetSignIn, owners: readonly { userId: string }[]): void {
  const known = new Set(owners.map(({ userId }) => userId));
  const unknown = recoveryOwnerIds.filter((id) => !known.has(id.toLowerCase()));
  if (unknown.length > 0) throw unknownReferences('/recoveryOwnerIds', unknown, recoveryOwnerIds, 'owner');
}

/** A secret goes to the issuer that it was set for, and to no other. */
function requireSecret(
  { kind, issuer, clientId, clientSecret }: SetSignIn,
  present: OrganizationSignIn | undefined,
): void {
  if (kind !== 'oidc' || clientSecret !== undefined) return;
  if (present?.kind === 'oidc' && present.issuer === issuer && present.clientId === clientId) return;
  const message = 'clientSecret is required if issuer or client changes.';
  throw new InvalidInput([{ path: '/clientSecret', code: 'required', message }]);
}

const NO_FIELDS: Partial<ReturnType<typeof eventFields>> = {};

/** What events say of settings: no secret, and of certificates what people compare. */
const eventFields = ({ provider, required, countsAsFactor, recoveryOwnerIds, keys }: SignInSettings) => ({
  kind: provider.kind,
  issuer: provider.issuer,
  clientId: provider.clientId,
  signInUrl: provider.signInUrl,
  certificates: provider.certificates.map((pem) => readCertificate(pem)!.fingerprint),
  idpInitiated: provider.idpInitiated,
  createRole: provider.createRole,
  attributes: provider.attributes,
  groups: provider.groups,
  required,
  countsAsFactor,
  recoveryOwnerIds,
  serviceKeys: keys.map(({ certificate }) => readCertificate(certificate)!.fingerprint),
});
