import { useLingui } from '@lingui/react/macro';
import { CurbcutError } from '@curbcut/client';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { problemText } from '../words/problems';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { View } from '../ui/view';
import { announce } from './announcements';
import { NotFound } from './not-found';
import { isReachable } from './parts';

/** A view that could not be drawn: its files went with an upgrade, what it reads was refused, or it is broken. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const queries = useQueryErrorResetBoundary();
  if (error instanceof CurbcutError && ['not_found', 'not_a_member'].includes(error.code)) return <NotFound />;
  const code = error instanceof CurbcutError ? error.code : undefined;
  const isGone = code === 'files_gone';
  const tryAgain = async (): Promise<void> => {
    // What did not come for want of a network is asked for anew by another load alone.
    if (code !== 'network_error') {
      queries.reset();
      reset();
    } else if (await isReachable()) location.reload();
    else announce(problemText(error));
  };
  return (
    <View title={isGone ? t`A new version is available` : t`This view could not be shown`}>
      <Notice kind="problem">
        <p>{problemText(error)}</p>
        {error instanceof CurbcutError && error.requestId && <p>{t`Request ${error.requestId}`}</p>}
      </Notice>
      <p>
        {isGone ? (
          <Button onClick={() => location.reload()}>{t`Load the new version`}</Button>
        ) : (
          <Button onClick={() => void tryAgain()}>{t`Try again`}</Button>
        )}
      </p>
    </View>
  );
}
