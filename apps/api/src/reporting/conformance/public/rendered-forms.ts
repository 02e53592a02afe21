import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { packageVersion } from '#libs/config';
import { Injectable } from '@nestjs/common';
import type { FormRenderer } from './public-forms.js';
import type { PublishedReport } from './published-reports.service.js';
import { RecentlyUsed } from './recently-used.js';

/** A form as it is sent. */
interface Rendered {
  type: string;
  body: Buffer;
}

/** In bytes. */
const KEPT = { entries: 64, size: 16 * 1024 * 1024 };

// The bundle names its files by a hash of what they hold and of what they import, so that another rendering has another
// name.
const BUILD = `${packageVersion()} ${basename(import.meta.url)}`;

/** Renders what public addresses show, and keeps what was asked for last. */
@Injectable()
export class RenderedForms {
  private readonly kept = new RecentlyUsed<Rendered>(KEPT, ({ body }) => body.length);

  /**
   * The tag of a form of a report: of all that decides its bytes, so that nothing needs to be rendered for it. @param
   * name of the form
   */
  tagOf({ sha256, stateHash }: PublishedReport, name: string): string {
    return createHash('sha256')
      .update(JSON.stringify([BUILD, name, sha256, stateHash]))
      .digest('base64url');
  }

  /** Undefined where the report has no such form. @param tag of the same report and form */
  render(tag: string, report: PublishedReport, form: FormRenderer): Promise<Rendered | undefined> {
    return this.kept.get(tag, async () => {
      const { sha256, state } = report;
      const shown = form({ ...(await report.frozen()), sha256, state });
      return shown && { type: shown.type, body: Buffer.from(await shown.body) };
    });
  }
}
