import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** An address of ours, as `at(…)` writes it. */
  to: string;
  search?: Record<string, string | undefined> | undefined;
  children: ReactNode;
  className?: string | undefined;
  /** Looks like a button where it leads to the next step. */
  onClick?: (event: React.MouseEvent) => void;
  id?: string;
  /** It leads to a part of the console: it is current on the views below it too. */
  isSection?: boolean;
  /** Where what stands behind the `?` decides which of several links is current. */
  isCurrent?: boolean;
  'aria-describedby'?: string;
  tabIndex?: number;
  onKeyDown?: (event: React.KeyboardEvent) => void;
}

/** A link to a view; the one that is shown has `aria-current`. */
export const Link = ({ to, search, isSection = false, isCurrent, ...rest }: Props) => (
  <RouterLink
    to={to}
    search={(search ?? {}) as never}
    activeOptions={{ exact: !isSection, includeSearch: isCurrent !== undefined }}
    aria-current={isCurrent ? 'page' : undefined}
    activeProps={{ 'aria-current': isSection ? 'true' : 'page' }}
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
