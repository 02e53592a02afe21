import type { Audit } from '@curbcut/client';
import { useLingui } from '@lingui/react';
import { AUDIT_TYPES } from '../words/terms';

/** What an audit is called: its title, or what it is where it has none. */
export function useAuditTitle(): (audit: Pick<Audit, 'title' | 'type'>) => string {
  const { i18n } = useLingui();
  return ({ title, type }) => title ?? i18n._(AUDIT_TYPES[type]);
}
