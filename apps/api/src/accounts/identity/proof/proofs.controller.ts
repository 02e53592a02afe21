import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentSession, CurrentUser } from '../../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Throttled } from '../../../platform/limits/throttled.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../user.entity.js';
import { ProofEnvelope, ProveIdentity } from './proof.dto.js';
import { Proofs } from './proofs.service.js';

/** Proves that it is still you who is in this session. */
@SessionOnly()
@Resource('account')
@Controller('v1/me/proof')
export class ProofsController {
  constructor(private readonly proofs: Proofs) {}

  @Post()
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Confirm your identity; the session then counts as fresh for ten minutes',
    description:
      'Use one of the `ways` named in the error `fresh_proof_required`: the `code` of the second factor if there is one; otherwise the `password`, the provider, or an emailed code.',
    access: 'signed-in',
    returns: ProofEnvelope,
    refuses: { 400: ['proof_refused'], 429: ['ACCOUNT_TEMPORARILY_LOCKED'] },
  })
  @HttpCode(200)
  async prove(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @Body() body: ProveIdentity,
  ): Promise<ProofEnvelope> {
    return { proof: { freshUntil: await this.proofs.prove(user, session, body) } };
  }

  @Post('mail')
  @Throttled('sign-in')
  @Endpoint({
    whileReadOnly: true,
    summary: 'Request an emailed code to confirm your identity',
    description:
      'A six-digit code, valid once, for ten minutes and five attempts. Only for accounts without another way to confirm.',
    access: 'signed-in',
    refuses: { 409: ['proof_by_other_ways'] },
  })
  async mailProofCode(@CurrentUser() user: User, @CurrentSession() session: Session): Promise<void> {
    await this.proofs.mailCode(user, session);
  }
}
