import { html } from '../../accounts/mail-pages/html.js';
import type { HtmlPage } from '../../accounts/mail-pages/html-page.js';

/** What people are told of the service: no names, no counts, no versions. */
export interface PublicHealth {
  works: boolean;
  /** Whether nothing can be changed, and until when, where that is known. */
  readOnly: { until: Date | null } | undefined;
  /** Whether something beside it does not work: mails, pictures, or what follows later. */
  isDownInPart: boolean;
}

/** The page that says how the service is. */
export function healthPage({ works, readOnly, isDownInPart }: PublicHealth): HtmlPage {
  if (!works)
    return {
      status: 503,
      title: 'Curbcut is currently unavailable',
      body: html`<p>Try again in a few minutes. The operator is notified by monitoring.</p>`,
    };
  if (readOnly)
    return {
      status: 200,
      title: 'Curbcut is read-only',
      body: html`<p>
        The operator has disabled
        changes${readOnly.until ? html` until ${readOnly.until.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ' temporarily'}.
        All data can still be read.
      </p>`,
    };
  return isDownInPart
    ? {
        status: 200,
        title: 'Curbcut is partly available',
        body: html`<p>Emails, pictures, or messages to other programs are delayed. Everything else works.</p>`,
      }
    : { status: 200, title: 'Curbcut is available', body: html`<p>All components respond.</p>` };
}
