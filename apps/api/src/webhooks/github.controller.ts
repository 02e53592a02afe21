import { Endpoint } from '#libs/access';
import { Settings } from '#libs/config';
import { inTransaction } from '#libs/database';
import { InvalidInput, NotFound, Unauthenticated } from '#libs/errors';
import { type BodyRequest, Whole } from '#libs/http';
import { actAs } from '#libs/request';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { moveExternalIssues } from '../issues/external-issues.js';
import { isSignedByGitHub } from './github-signature.js';

const STATES = { closed: 'closed', reopened: 'open' } as const;

const issueMoved = z.object({
  action: z.enum(['closed', 'reopened']),
  issue: z.object({ html_url: z.string() }),
});

/** How many issues followed. */
class Received {
  @Whole({ min: 0 })
  updated: number;
}

/** Listens to GitHub: an issue that is closed or reopened there is closed or reopened here. */
@Controller('api/webhooks')
export class GitHubController {
  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  @Post('github')
  @Endpoint({
    summary: 'Receive an event of GitHub, signed with `GITHUB_WEBHOOK_SECRET`',
    description:
      'Closing or reopening an issue moves every issue whose `source` is `external` and whose `sourceUrl` is its address. ' +
      'Each delivery counts once; other events are taken and change nothing.',
    roles: 'anyone',
    returns: Received,
    refuses: { 401: ['invalid_signature'], 404: ['not_found'] },
  })
  @HttpCode(200)
  async receive(@Req() request: BodyRequest): Promise<Received> {
    const { githubWebhookSecret: secret } = this.settings;
    if (!secret) throw new NotFound('receiver: GITHUB_WEBHOOK_SECRET is not set');
    const body = request.rawBody ?? Buffer.alloc(0);
    if (!isSignedByGitHub(body, request.header('x-hub-signature-256'), secret))
      throw new Unauthenticated('invalid_signature', 'The delivery is not signed with our secret.');
    if (request.bodyFaults) throw new InvalidInput(request.bodyFaults);
    const delivery = request.header('x-github-delivery')?.slice(0, 100);
    if (!delivery)
      throw new InvalidInput([{ path: '', code: 'required', message: 'X-GitHub-Delivery names the delivery' }]);
    const moved = request.header('x-github-event') === 'issues' ? issueMoved.safeParse(request.body) : undefined;
    actAs({ kind: 'system', id: null, name: 'GitHub' });
    return inTransaction(this.database, async (tx) => {
      const [isNew] = await tx.query<unknown[]>(
        'INSERT INTO inbound_deliveries (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
        [`github:${delivery}`],
      );
      if (!isNew || !moved?.success) return { updated: 0 };
      const { action, issue } = moved.data;
      return { updated: await moveExternalIssues(tx, issue.html_url, STATES[action]) };
    });
  }
}
