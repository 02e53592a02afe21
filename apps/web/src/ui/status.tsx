import type { ReactNode } from 'react';

/** Says how many there are, once, when it changes: "41 issues". */
export const Status = ({ children }: { children: ReactNode }) => <p role="status">{children}</p>;
