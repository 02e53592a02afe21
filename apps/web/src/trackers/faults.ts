import type { CurbcutError } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { faultText } from '../words/problems';

const SHORTEST_SECRET = 16;

/** What is wrong with secrets before they are sent. */
export function useSecretFaults() {
  const { t } = useLingui();
  return ({ webhookSecret }: { webhookSecret: string }) => ({
    webhookSecret:
      webhookSecret !== '' && webhookSecret.length < SHORTEST_SECRET
        ? t`Enter a secret of at least sixteen characters.`
        : '',
  });
}

/** The token stands in the credentials, and a private address belongs to that of the server. */
export function useExplain() {
  const { t } = useLingui();
  return ({ code, errors }: CurbcutError): { field: 'token' | 'url'; text: string } | undefined => {
    if (code === 'private_address') return { field: 'url', text: t`The address is in a private network.` };
    const fault = errors.find(({ path }) => path.startsWith('/credentials'));
    return fault && errors.length === 1 ? { field: 'token', text: faultText(fault) } : undefined;
  };
}
