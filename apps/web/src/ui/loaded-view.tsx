import { CurbcutError } from '@curbcut/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotFound } from '../app/not-found';
import { Loaded } from './loading';
import { View } from './view';

/** A view of one record: what was read of it; where there is no such record, that; its h1 comes with the data. */
export function LoadedView<T>({
  query,
  title,
  where,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'failureCount' | 'failureReason' | 'fetchStatus' | 'refetch'>;
  /** Where the record could not be read. */
  title: string;
  where?: string;
  children: (data: T) => ReactNode;
}) {
  const { data, error } = query;
  if (data !== undefined) return <>{children(data)}</>;
  // An address may name what no record can be called.
  if (error instanceof CurbcutError && (error.code === 'not_found' || error.status === 400)) return <NotFound />;
  const loaded = (
    <Loaded query={query} lines={6}>
      {children}
    </Loaded>
  );
  return error ? (
    <View title={title} where={where}>
      {loaded}
    </View>
  ) : (
    loaded
  );
}
