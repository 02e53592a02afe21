import { Body, Controller, Header, Post } from '@nestjs/common';
import { Endpoint, Resource } from '../../../platform/http/endpoint.js';
import { ExchangeToken, PassEnvelope } from './dto/trusted-publisher.dto.js';
import { ExchangeService } from './exchange.service.js';

/** Lets pipelines in by the token of their provider, which is the credential here. */
@Resource('ingest')
@Controller('api/ingest')
export class ExchangeController {
  constructor(private readonly exchanges: ExchangeService) {}

  @Post('token')
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    summary: 'Exchange the OpenID Connect token of a CI provider for a key valid for 15 minutes',
    description:
      'The key can only report to the product that trusts the repository; for a pull or merge request, only proposals. The audience of the token is the URL of this service. A GitHub token works once, a GitLab token 20 times per product.',
    access: 'anyone',
    bodyLimit: 16_384,
    returns: PassEnvelope,
    created: true,
    refuses: {
      400: ['product_ambiguous'],
      401: ['token_refused'],
      403: ['organization_suspended'],
      503: ['issuer_unavailable'],
    },
  })
  async exchangeToken(@Body() body: ExchangeToken): Promise<PassEnvelope> {
    return { apiKey: await this.exchanges.exchange(body) };
  }
}
