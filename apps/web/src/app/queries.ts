import { CurbcutError } from '@curbcut/client';
import { QueryClient } from '@tanstack/react-query';

const PATIENCE_S = 60;
const ATTEMPTS = 4;
/** After these another attempt may succeed; 0 is no answer. */
const PASSING = [0, 429, 502, 503, 504];

const isPassing = (error: unknown): error is CurbcutError =>
  error instanceof CurbcutError && PASSING.includes(error.status) && (error.retryAfter ?? 0) <= PATIENCE_S;

/** What was read of the service, for all views. Nothing of it outlives the page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < ATTEMPTS && isPassing(error),
      retryDelay: (failures, error) =>
        error instanceof CurbcutError && error.retryAfter !== undefined
          ? error.retryAfter * 1000 + Math.random() * 250
          : Math.min(8_000, 500 * 2 ** failures),
    },
  },
});
