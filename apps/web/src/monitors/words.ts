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
  waiting: msg`Waiting for an agent`,
  running: msg`In progress`,
  finishing: msg`Reporting`,
  done: msg`Done`,
  partial: msg`Partly done`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
};

/** States in which a run goes on. */
export const UNDER_WAY: readonly MonitorRunState[] = ['waiting', 'running', 'finishing'];

/** What began a run. */
export const RUN_TRIGGERS: Record<MonitorRunTrigger, MessageDescriptor> = {
  schedule: msg`A schedule`,
  manual: msg`A person`,
};

/** What became of a page in a run. */
export const RUN_PAGE_STATES: Record<MonitorRunPageState, MessageDescriptor> = {
  open: msg`Not scanned yet`,
  in_hand: msg`Being scanned`,
  looked: msg`Scanned`,
  failed: msg`Failed`,
  gone: msg`Not found`,
};

/** Why a page or a run failed; what is not here stands as the agent says it. */
const REASONS: Readonly<Record<AgentReason | 'no_agent' | 'agent_lost' | 'report_failed', MessageDescriptor>> = {
  timeout: msg`Timeout.`,
  too_large: msg`The page is too large.`,
  dns: msg`The host name does not resolve.`,
  refused_address: msg`The agent is not allowed to open this URL.`,
  tls: msg`The certificate is not valid.`,
  status: msg`The server returned an error.`,
  crashed: msg`The page crashed the browser.`,
  memory: msg`The page used too much memory.`,
  redirects: msg`Too many redirects.`,
  not_html: msg`Not a web page.`,
  robots: msg`Blocked by robots.txt.`,
  signed_out: msg`The page asked to sign in again.`,
  no_agent: msg`No agent took the run within one day.`,
  agent_lost: msg`Its agents disconnected.`,
  report_failed: msg`The findings could not be reported. They are stored. The service operator can retry the report.`,
};

/** Why something failed, in words; undefined: that is not said. */
export const reasonOf = (reason: string | null): MessageDescriptor | undefined =>
  reason !== null && Object.hasOwn(REASONS, reason) ? REASONS[reason as keyof typeof REASONS] : undefined;
