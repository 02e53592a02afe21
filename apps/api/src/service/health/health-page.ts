import { html } from '../../accounts/mail-pages/html.js';
import type { HtmlPage } from '../../accounts/mail-pages/html-page.js';

/** What people are told of the service: no names, no counts, no versions. */
export interface Told {
  works: boolean;
  /** Whether nothing can be changed, and until when, where that is known. */
  readOnly: { until: Date | null } | undefined;
  /** Whether something beside it does not work: mails, pictures, or what follows later. */
  isDownInPart: boolean;
}

/** The page that says how the service is. */
export function healthPage({ works, readOnly, isDownInPart }: Told): HtmlPage {
  if (!works)
    return {
      status: 503,
      title: 'Curbcut does not work at the moment',
      body: html`<p>Whoever runs it has been told by what watches it. Try again in some minutes.</p>`,
    };
  if (readOnly)
    return {
      status: 200,
      title: 'Curbcut can be read, and not changed',
      body: html`<p>
        Whoever runs it lets nothing be
        changed${readOnly.until ? html` until ${readOnly.until.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ' for a while'}.
        What is there can be read.
      </p>`,
    };
  return isDownInPart
    ? {
        status: 200,
        title: 'Curbcut works in part',
        body: html`<p>Mails, pictures, or messages to other programs come late. All else works.</p>`,
      }
    : { status: 200, title: 'Curbcut works', body: html`<p>All of it answers.</p>` };
}
