import { Controller, Get, Header } from '@nestjs/common';
import { Endpoint, Resource } from '../../platform/http/endpoint.js';
import { Throttled } from '../../platform/limits/throttled.js';
import { STYLES } from './styles.js';

/** The style sheet of the pages. */
@Resource('pages')
@Controller('pages')
export class StyleController {
  @Get('style.css')
  @Throttled('public')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  @Endpoint({ summary: 'The stylesheet of the pages for emailed links', access: 'anyone', produces: 'text/css' })
  style(): string {
    return STYLES;
  }
}
