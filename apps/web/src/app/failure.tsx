import { useLingui } from '@lingui/react/macro';
import { CurbcutError } from '@curbcut/client';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { problemText } from '../words/problems';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { View } from '../ui/view';
import { NotFound } from './not-found';

/** A view that could not be drawn: its files went with an upgrade, what it reads was refused, or it is broken. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  if (error instanceof CurbcutError && ['not_found', 'not_a_member'].includes(error.code)) return <NotFound />;
  const isGone = /dynamically imported module|Importing a module|error loading/i.test(String(error));
  return (
    <View title={isGone ? t`There is a new version` : t`This view could not be shown`}>
      <Notice kind="problem">
        <p>
          {isGone ? t`The service was upgraded while this page was open. What you typed is kept.` : problemText(error)}
        </p>
        {error instanceof CurbcutError && error.requestId && <p>{t`Request ${error.requestId}`}</p>}
      </Notice>
      <p>
        {isGone ? (
          <Button onClick={() => location.reload()}>{t`Load the new version`}</Button>
        ) : (
          <Button onClick={reset}>{t`Try again`}</Button>
        )}
      </p>
    </View>
  );
}
