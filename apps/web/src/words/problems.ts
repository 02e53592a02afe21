import { CurbcutError, type Fault } from '@curbcut/client';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { FAULTS } from './fault-codes';
import { wordsOfProblem } from './problem-codes';

/** Why something did not work, in words. */
export function problemText(error: unknown): string {
  if (!(error instanceof CurbcutError)) return t`This page failed. Reload it. Your input is kept.`;
  const known = wordsOfProblem(error.code);
  if (known) return i18n._(known);
  return t`The server rejected the request: ${error.message}`;
}

/** What is wrong with a field, in words. */
export const faultText = ({ code, message, params }: Fault): string =>
  // A later version may have others.
  Object.hasOwn(FAULTS, code) ? i18n._(FAULTS[code](params ?? {})) : message;

/** The same for a code that stands in an address, as a provider's refusal does. */
export const problemTextOf = (code: string): string => problemText(new CurbcutError(code, { code }));
