import type { MonitorRunPageState, MonitorRunState, MonitorState } from '@curbcut/client';
import { useLingui } from '@lingui/react';
import { Badge } from '../ui/badge';
import { MONITOR_STATES, RUN_PAGE_STATES, RUN_STATES } from './words';

/** Whether a monitor runs by its schedule. */
export const MonitorStateBadge = ({ state }: { state: MonitorState }) => (
  <Badge kind={state === 'on' ? 'good' : 'plain'}>{useLingui().i18n._(MONITOR_STATES[state])}</Badge>
);

/** How far a run is. */
export function RunStateBadge({ state }: { state: MonitorRunState }) {
  const kinds = {
    waiting: 'plain',
    running: 'accent',
    finishing: 'accent',
    done: 'good',
    partial: 'warn',
    failed: 'wrong',
    cancelled: 'plain',
  } as const;
  return <Badge kind={kinds[state]}>{useLingui().i18n._(RUN_STATES[state])}</Badge>;
}

/** What became of a page in a run. */
export function RunPageStateBadge({ state }: { state: MonitorRunPageState }) {
  const kinds = { open: 'plain', in_hand: 'accent', looked: 'good', failed: 'wrong', gone: 'warn' } as const;
  return <Badge kind={kinds[state]}>{useLingui().i18n._(RUN_PAGE_STATES[state])}</Badge>;
}
