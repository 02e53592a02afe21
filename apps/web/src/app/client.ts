import { createClient, CurbcutError } from '@curbcut/client';
import { learnTime } from './clock';

/** The path below which the service stands, without a slash at its end. */
export const base = document.documentElement.dataset['base'] ?? '';

interface Extras {
  /** The `ETag` of the record as it was read. */
  ifMatch?: string;
  signal?: AbortSignal;
  onResponse?: (response: Pick<Response, 'headers' | 'status'>) => void;
}

/** A generated call of the client, by itself. */
type Operation = (asked: never) => Promise<unknown>;
type Asked<O extends Operation> = Omit<Parameters<O>[0], 'client'>;
// The generated type allows for calls that answer nothing where they fail; ours throw.
type Answer<O extends Operation> = Exclude<Awaited<ReturnType<O>>, undefined>;

// Tries again by itself nowhere: queries say that they wait, and changes are for people to send again.
const client = createClient({
  baseUrl: location.origin + base,
  retries: 0,
  credentials: 'same-origin',
  fetch: async (address, request) => {
    const answer = await fetch(address, { ...request, cache: 'no-store' });
    learnTime(answer.headers.get('date'));
    return answer;
  },
});

/** Sends a generated call with the cookie of the session. @throws CurbcutError */
export async function call<O extends Operation>(
  operation: O,
  asked: Asked<O>,
  { ifMatch, signal, onResponse }: Extras = {},
): Promise<Answer<O>> {
  const { headers, ...rest } = asked as { headers?: object };
  const sent = {
    ...rest,
    client,
    signal,
    onResponse,
    headers: { ...headers, 'if-match': ifMatch },
  };
  try {
    return (await operation(sent as never)) as Answer<O>;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof CurbcutError && error.code === 'unauthenticated') ended.dispatchEvent(new Event('ended'));
    throw error;
  }
}

/** A call that also tells the `ETag` of what it read. @throws CurbcutError */
export async function callWithTag<O extends Operation>(
  operation: O,
  asked: Asked<O>,
  extras: Extras = {},
): Promise<{ data: Answer<O>; etag: string | undefined }> {
  let etag: string | undefined;
  const data = await call(operation, asked, {
    ...extras,
    onResponse: ({ headers }) => (etag = headers.get('etag') ?? undefined),
  });
  return { data, etag };
}

/** Says `ended` when a call is refused because the session is over. */
export const ended = new EventTarget();
