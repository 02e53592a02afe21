import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { CurrentProduct } from '../../../platform/http/current.js';
import { Endpoint, RequireModule, Resource, SessionOnly } from '../../../platform/http/endpoint.js';
import { Product } from '../../../products/products/product.entity.js';
import { SecretDto, SecretEnvelope, SecretList, SetSecret } from './dto/secret.dto.js';
import { MonitorSecrets } from './secrets.service.js';

/** What steps of the monitors of a product fill in, and nobody reads. */
@SessionOnly()
@RequireModule('testing')
@Resource('secrets')
@Controller('v1/organizations/:orgId/products/:productSlug/secrets')
export class SecretsController {
  constructor(private readonly secrets: MonitorSecrets) {}

  @Get()
  @Endpoint({
    summary: 'List the secrets of a product, without their values',
    access: 'admin',
    returns: SecretList,
  })
  async list(@CurrentProduct() product: Product): Promise<SecretList> {
    return { secrets: (await this.secrets.list(product)).map(SecretDto.from) };
  }

  @Put(':secretName')
  @Endpoint({
    summary: 'Set or replace a secret for the steps of monitors; its value is never shown again',
    description:
      'The name consists of capital letters, digits and `_`. Agents enter it at its origins only, and mask it in all results. Value and origins are set together.',
    freshProof: 'always',
    access: 'admin',
    returns: SecretEnvelope,
    refuses: { 409: ['product_archived', 'limit_reached', 'secret_key_missing'] },
  })
  async set(
    @CurrentProduct() product: Product,
    @Param('secretName') name: string,
    @Body() body: SetSecret,
  ): Promise<SecretEnvelope> {
    return { secret: SecretDto.from(await this.secrets.set(product, name, body)) };
  }

  @Delete(':secretName')
  @Endpoint({
    summary: 'Delete a secret; runs of monitors that use it fail from then on',
    whileReadOnly: true,
    whileSuspended: true,
    freshProof: 'always',
    access: 'admin',
    refuses: { 404: ['not_found'] },
  })
  async delete(@CurrentProduct() product: Product, @Param('secretName') name: string): Promise<void> {
    await this.secrets.delete(product, name);
  }
}
