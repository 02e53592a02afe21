import type {
  AgentReason,
  MonitorRunPageState,
  MonitorRunState,
  MonitorRunTrigger,
  MonitorState,
} from '@curbcut/client';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Whether a monitor runs by its schedule. */
export const MONITOR_STATES: Record<MonitorState, MessageDescriptor> = { on: msg`On`, resting: msg`Paused` };

/** How far a run is. */
export const RUN_STATES: Record<MonitorRunState, MessageDescriptor> = {
  waiting: msg`Waits for an agent`,
  running: msg`Under way`,
  finishing: msg`Is being reported`,
  done: msg`Done`,
  partial: msg`Done in part`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
};

/** States in which a run goes on. */
export const UNDER_WAY: readonly MonitorRunState[] = ['waiting', 'running', 'finishing'];

/** What began a run. */
export const RUN_TRIGGERS: Record<MonitorRunTrigger, MessageDescriptor> = {
  schedule: msg`The schedule`,
  manual: msg`A person`,
};

/** What became of a page in a run. */
export const RUN_PAGE_STATES: Record<MonitorRunPageState, MessageDescriptor> = {
  open: msg`Not looked at yet`,
  in_hand: msg`Being looked at`,
  looked: msg`Looked at`,
  failed: msg`Failed`,
  gone: msg`Gone`,
};

/** Why a page or a run failed; what is not here stands as the agent says it. */
const REASONS: Readonly<Record<AgentReason | 'no_agent' | 'agent_lost' | 'report_failed', MessageDescriptor>> = {
  timeout: msg`It took too long.`,
  too_large: msg`It was too large.`,
  dns: msg`Its host has no address.`,
  refused_address: msg`The agent may not open this address.`,
  tls: msg`Its certificate is not valid.`,
  status: msg`Its server answered with an error.`,
  crashed: msg`The page ended the browser.`,
  memory: msg`It needed too much memory.`,
  redirects: msg`It redirected too often.`,
  not_html: msg`It is no web page.`,
  robots: msg`The robots.txt of the site forbids it.`,
  signed_out: msg`It asked to sign in again.`,
  no_agent: msg`No agent took it within a day.`,
  agent_lost: msg`Its agents went away.`,
  report_failed: msg`What it found could not be reported. It is kept: whoever runs the service can have that tried again.`,
};

/** Why something failed, in words; undefined: that is not said. */
export const reasonOf = (reason: string | null): MessageDescriptor | undefined =>
  reason !== null && Object.hasOwn(REASONS, reason) ? REASONS[reason as keyof typeof REASONS] : undefined;
