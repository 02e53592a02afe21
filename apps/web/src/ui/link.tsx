import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** An address of ours, as `at(…)` writes it. */
  to: string;
  search?: Record<string, string | undefined> | undefined;
  children: ReactNode;
  className?: string | undefined;
  /** Looks like a button where it leads to the next step. */
  onClick?: () => void;
  id?: string;
}

/** A link to a view; the one that is shown has `aria-current`. */
export const Link = ({ to, search, ...rest }: Props) => (
  <RouterLink
    to={to}
    search={(search ?? {}) as never}
    activeOptions={{ exact: true, includeSearch: false }}
    activeProps={{ 'aria-current': 'page' }}
    {...rest}
  />
);

/** A link that leads out of the console, to where a user said: only http(s), and never with our address. */
export function OutLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
