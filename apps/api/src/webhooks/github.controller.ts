import { Endpoint } from '#libs/access';
import { inTransaction } from '#libs/database';
import { InvalidInput, Unauthenticated } from '#libs/errors';
import { isId, RateLimited } from '#libs/http';
import { actAs } from '#libs/request';
import { networkOf, Throttled } from '#libs/throttling';
import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { moveExternalIssues } from '../issues/external-issues.js';
import { Received } from './dto/github.dto.js';
import { moveIn } from './github-event.js';
import { GitHubSecrets } from './github-secrets.service.js';
import { isSignature, isSignedByGitHub } from './github-signature.js';
import { Places } from './places.js';
import { DELIVERY_LIMIT, readDelivery } from './read-delivery.js';

const SIGNATURE = 'x-hub-signature-256';
const RETRY_AFTER_S = 5;

/** Listens to GitHub: an issue that is closed or reopened there is closed or reopened here. */
@Controller('api/webhooks/github')
export class GitHubController {
  private readonly places = new Places();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly secrets: GitHubSecrets,
  ) {}

  @Post(':orgId')
  @Throttled('deliveries')
  @Endpoint({
    summary: 'Receive an event of GitHub, signed with the secret of the organization',
    description:
      'Closing or reopening an issue moves every issue of the organization whose `source` is `external` and whose `sourceUrl` is its address. ' +
      'Each delivery counts once, and none that is older than what was heard of the issue before; other events are taken and change nothing.',
    roles: 'anyone',
    body: 'raw',
    bodyLimit: DELIVERY_LIMIT,
    returns: Received,
    refuses: { 401: ['invalid_signature'], 404: ['not_found'] },
  })
  @HttpCode(200)
  async receive(
    @Param('orgId') orgId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Received> {
    const id = isId(orgId) ? orgId.toLowerCase() : undefined;
    // Nothing that could not be signed rightly is read.
    if (!isSignature(request.header(SIGNATURE))) throw notSigned();
    if (!id || !(await this.secrets.of(this.database.manager, id))) throw notSigned();
    const body = await this.read(request, response, id);
    response.setHeader('Cache-Control', 'no-store');
    const move = moveIn(request.header('x-github-event'), body);
    const delivery = request.header('x-github-delivery') ?? '';
    if (delivery === '' || delivery.length > 100)
      throw new InvalidInput([{ path: '', code: 'required', message: 'X-GitHub-Delivery names the delivery' }]);
    actAs({ kind: 'system', id: null, name: 'GitHub' });
    return inTransaction(this.database, async (tx) => {
      const [isNew] = await tx.query<unknown[]>(
        'INSERT INTO github_deliveries (organization_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
        [id, delivery],
      );
      return { updated: isNew && move ? await moveExternalIssues(tx, id, move) : 0 };
    });
  }

  /** The body, once its signature is right; the secret counts that there is when the body has come. */
  private async read(request: Request, response: Response, organizationId: string): Promise<Buffer> {
    const address = networkOf(request.ip ?? '');
    const place = this.places.take(address, organizationId, Date.now());
    if (!place) throw new RateLimited(RETRY_AFTER_S);
    try {
      const body = await readDelivery(request, response, place);
      const secret = await this.secrets.of(this.database.manager, organizationId);
      if (!secret || !isSignedByGitHub(body, request.header(SIGNATURE), secret)) throw notSigned();
      this.places.know(address, Date.now());
      return body;
    } finally {
      place.release();
    }
  }
}

const notSigned = (): Unauthenticated =>
  new Unauthenticated('invalid_signature', 'The delivery is not signed with the secret of an organization here.');
