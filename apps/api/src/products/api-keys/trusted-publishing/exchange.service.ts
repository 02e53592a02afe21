import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { hashOf } from '#libs/secrets';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, LessThan } from 'typeorm';
import { requireActive } from '../../../accounts/organizations/require-active.js';
import { productNamed } from '../../products/named-product.js';
import { Product } from '../../products/product.entity.js';
import { recordNamed } from '../../../platform/work/named-record.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { newKey } from '../secret.js';
import type { ExchangeToken, PassDto } from './dto/trusted-publisher.dto.js';
import { subjectOfPublisher } from './end-publishers.js';
import { NobodyTrusts, ProductAmbiguous, TokenRefused } from './errors.js';
import { IngestPass } from './ingest-pass.entity.js';
import { comparableClaims, idsOf, proposalNumberOf, repositoryNameOf, sourceName } from './issuer-kinds.js';
import { TrustedIssuers, type VerifiedToken } from './trusted-issuers.js';
import { TrustedPublisher } from './trusted-publisher.entity.js';
import { type Match, MATCHES, PRESENT } from './trusted-publishers.sql.js';
import { useToken } from './use-token.js';
import { deleteExpiredUses } from '../../../accounts/identity/used-tokens.js';

const LIFETIME_MS = 15 * MINUTE_MS;

/** Gives pipelines of trusted repositories a key of minutes for the token of their provider. */
@Injectable()
export class ExchangeService implements OnModuleInit {
  private readonly log = new Logger(ExchangeService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly issuers: TrustedIssuers,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('17 * * * *', 'forget_exchanged_tokens', () => this.purge());
  }

  /** Deletes passes that have ended, and tokens that are too old to be exchanged again. */
  async purge(): Promise<void> {
    await this.database.manager.delete(IngestPass, { expiresAt: LessThan(clock.now()) });
    await deleteExpiredUses(this.database.manager, clock.now());
  }

  /**
   * Exchanges a token for a key.
   * @throws TokenRefused for whatever is wrong with it; the log has the reason
   * @throws ProductAmbiguous
   * @throws IssuerUnavailable, Forbidden `organization_suspended`
   */
  async exchange(request: ExchangeToken): Promise<PassDto> {
    try {
      const token = await this.issuers.verify(request.token);
      return await this.makePass(token, request).catch(async (error: unknown) => {
        if (error instanceof NobodyTrusts) await this.present(token, request);
        throw error;
      });
    } catch (error) {
      if (error instanceof TokenRefused) this.log.warn(`A token is refused: ${error.reason}`);
      throw error;
    }
  }

  private async makePass(token: VerifiedToken, request: ExchangeToken): Promise<PassDto> {
    const { kind, claims } = token;
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { publisher, product } = await this.choose(tx, token, request);
      await requireActive(tx, publisher.organizationId);
      // Deleting the publisher waits for this, and then takes the pass along.
      const { affected } = await tx.update(TrustedPublisher, { id: publisher.id }, { lastUsedAt: clock.now() });
      if (!affected) throw new TokenRefused('its publisher has just been deleted');
      if (!(await useToken(tx, token, product.id))) throw new TokenRefused('it has been used before');
      const key = newKey();
      const name = sourceName(kind, claims);
      const end = clock.in(LIFETIME_MS);
      const { organizationId, keyExpiresAt, allowedAddresses } = publisher;
      const pass = {
        id: newId(),
        organizationId,
        productId: product.id,
        publisherId: publisher.id,
        name,
        secretHash: hashOf(key),
        proposalsOnly: kind.isOfProposal(claims, publisher.claims),
        proposalNumber: proposalNumberOf(kind, claims),
        allowedAddresses,
        expiresAt: keyExpiresAt && keyExpiresAt < end ? keyExpiresAt : end,
      };
      await tx.insert(IngestPass, pass);
      change.record({
        ...subjectOfPublisher(publisher),
        type: 'trusted_publisher.token_exchanged',
        actor: { kind: 'api_key', id: pass.id, name },
        // Not a matter of the account: it happens with every run.
        accountId: null,
      });
      return { key, expiresAt: pass.expiresAt, scopes: ['ingest'], organizationId, productSlug: product.slug };
    });
  }

  /** Shows the ids of a token that nobody trusts to the publishers of its organization that wait for its repository. */
  private async present(
    { issuer, kind, claims }: VerifiedToken,
    { organizationId, product, productRef = product }: ExchangeToken,
  ): Promise<void> {
    const name = repositoryNameOf(kind, claims);
    if (organizationId === undefined || name === '') return;
    const ids = idsOf(kind, claims);
    await this.unitOfWork.run(async (change) => {
      const named = productRef === undefined ? null : await productNamed(change.tx, organizationId, productRef);
      if (productRef !== undefined && named === null) return;
      const values = [issuer, name, JSON.stringify(ids), organizationId, named?.id ?? null] as const;
      const shown = await query(change.tx, PRESENT, [...values]);
      change.record(
        ...shown.map((publisher) => ({
          ...subjectOfPublisher(publisher),
          type: 'trusted_publisher.presented' as const,
          actor: { kind: 'system', id: null, name: sourceName(kind, claims) } as const,
          accountId: null,
          changes: Object.entries(ids).map(([field, to]) => ({ field, from: null, to })),
        })),
      );
    });
  }

  /** The publisher and product that a token is for. */
  private async choose(
    tx: EntityManager,
    { issuer, kind, claims }: VerifiedToken,
    { product: slug, productRef = slug, organizationId }: ExchangeToken,
  ): Promise<{ publisher: Match; product: Product }> {
    const comparable = comparableClaims(kind, claims);
    const claimed = JSON.stringify(comparable);
    const matches = await query(tx, MATCHES, [issuer, comparable[kind.source]!, claimed, organizationId ?? null]);
    const none = () =>
      new NobodyTrusts(
        `no product trusts it: ${JSON.stringify({ issuer, ...comparable, organizationId, productRef })}`,
      );
    if (matches.length === 0) throw none();
    const owner = organizationId ?? provedOf(matches);
    if (owner === undefined) throw new ProductAmbiguous('organizationId');
    const products = await tx.findBy(Product, {
      organizationId: owner,
      id: In(matches.map(({ productId }) => productId)),
    });
    const byName = productRef === undefined ? undefined : recordNamed(products, productRef);
    const named = productRef === undefined ? products : byName ? [byName] : [];
    if (named.length > 1) throw new ProductAmbiguous('productRef');
    const [product] = named;
    const publisher = matches.find((match) => match.organizationId === owner && match.productId === product?.id);
    if (!product || !publisher) throw none();
    return { publisher, product };
  }
}

/**
 * The organization that a token means without naming it: the only one that pipelines of the repository have named
 * before. Anybody may trust a repository of others, which proves nothing, and so is neither chosen nor in the way.
 */
function provedOf(matches: readonly Match[]): string | undefined {
  const [proved, ...others] = new Set(matches.flatMap((match) => (match.isProved ? match.organizationId : [])));
  return others.length === 0 ? proved : undefined;
}
