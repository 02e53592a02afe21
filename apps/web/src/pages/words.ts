import type { PageKind, PageOrigin, PageState } from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What is looked at. */
export const PAGE_KINDS: Record<PageKind, MessageDescriptor> = { page: msg`Web page`, document: msg`Document` };

/** What monitors do with a page. */
export const PAGE_STATES: Record<PageState, MessageDescriptor> = {
  active: msg`Active`,
  ignored: msg`Ignored`,
  gone: msg`Not found`,
};

/** How a page became known. */
export const PAGE_ORIGINS: Record<PageOrigin, MessageDescriptor> = {
  sitemap: msg`A sitemap`,
  crawl: msg`A crawl`,
  person: msg`A person`,
};
