import type { StatesThere } from './connections/tracker-connection.entity.js';

/** What a state of a tracker means here, if a connection says so. */
export const stateHere = ({ there = [] }: StatesThere, name: string): 'open' | 'closed' | undefined =>
  there.find((one) => one.name.toLowerCase() === name.toLowerCase())?.state;
