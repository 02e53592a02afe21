import { CurbcutError } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemText } from '../words/problems';
import { Button } from './button';
import { Notice } from './notice';
import styles from './loading.module.css';

/** The shape of what is being loaded. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles.skeleton} aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className={styles.line} />
    ))}
  </div>
);

/** A place that says it is being loaded, with the shape of what will stand there. */
export function Loading({ lines = 3, name }: { lines?: number; name?: string }) {
  const { t } = useLingui();
  return (
    <div aria-busy="true" role="group" aria-label={name ?? t`Loading`}>
      <Skeleton lines={lines} />
    </div>
  );
}

type Read<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'failureCount' | 'failureReason' | 'fetchStatus' | 'refetch'
> & { isPlaceholderData?: boolean };

/**
 * What a query read; before that its shape, or what stood there before; where it failed, what failed and how to try
 * again; where it waits, why.
 */
export function Loaded<T>({
  query,
  lines,
  children,
}: {
  query: Read<T>;
  lines?: number;
  children: (data: T) => ReactNode;
}) {
  const { t } = useLingui();
  const { data, error, failureCount, failureReason, fetchStatus, refetch, isPlaceholderData = false } = query;
  if (error && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  const isOffline = fetchStatus === 'paused';
  const reason = isOffline ? t`You are offline. This loads when you are online again.` : problemText(failureReason);
  return (
    <>
      {(data === undefined || isPlaceholderData) && (
        <div role="status">
          {(isOffline || failureCount > 0) && (
            <Notice kind="warning">
              {reason} {!isOffline && t`Retrying automatically.`}
            </Notice>
          )}
        </div>
      )}
      {data === undefined ? <Loading {...(lines === undefined ? {} : { lines })} /> : children(data)}
    </>
  );
}

/** What could not be loaded, why, and how to try again. */
export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useLingui();
  return (
    <div role="alert">
      <Notice kind="problem">
        <p>
          <strong>{t`This could not be loaded.`}</strong> {problemText(error)}
        </p>
        {error instanceof CurbcutError && error.requestId && <p>{t`Request ${error.requestId}`}</p>}
        <div>
          <Button kind="secondary" onClick={retry}>{t`Try again`}</Button>
        </div>
      </Notice>
    </div>
  );
}
