import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { LocalFault } from '../faults.js';
import { keepSecret } from '../printable.js';
import { type Reach, reachOf } from './reach.js';

/** What an agent is told by its environment. */
export interface AgentSettings {
  /** Of the service, without a slash at its end. */
  url: string;
  token: string;
  labels: string[];
  tabs: number;
  reach: Reach;
}

const MOST_TABS = 8;

/**
 * Reads the variables of an agent.
 * @throws LocalFault that names the one at fault
 */
export function agentSettings(env: NodeJS.ProcessEnv): AgentSettings {
  const token = tokenIn(env);
  keepSecret(token);
  return {
    url: addressIn(env),
    token,
    labels: (env['AGENT_LABELS'] ?? '').split(/[\s,]+/).filter((label) => label !== ''),
    tabs: tabsIn(env['AGENT_TABS']),
    reach: reachOf({ allow: env['AGENT_ALLOW'], deny: env['AGENT_DENY'] }),
  };
}

function addressIn(env: NodeJS.ProcessEnv): string {
  const text = env['CURBCUT_URL'];
  if (!text) throw new LocalFault('CURBCUT_URL is not set. Set it to the address of the service.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new LocalFault(`CURBCUT_URL must be an https address without a user, not "${text}".`);
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isHere && env['AGENT_PLAIN_HTTP'] !== '1')
    throw new LocalFault(
      'CURBCUT_URL is http://, so the token and the secrets of monitors would be sent unencrypted. If you control the network, set AGENT_PLAIN_HTTP=1.',
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function tokenIn(env: NodeJS.ProcessEnv): string {
  const file = env['CURBCUT_AGENT_TOKEN_FILE'];
  let token = env['CURBCUT_AGENT_TOKEN']?.trim();
  if (!token && file)
    try {
      token = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new LocalFault(`CURBCUT_AGENT_TOKEN_FILE: ${file} cannot be read: ${(error as Error).message}.`);
    }
  if (!token)
    throw new LocalFault(
      'CURBCUT_AGENT_TOKEN (or CURBCUT_AGENT_TOKEN_FILE) is not set. Set it to the token of an agent.',
    );
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new LocalFault('CURBCUT_AGENT_TOKEN must not contain blanks or line breaks.');
  return token;
}

function tabsIn(text: string | undefined): number {
  if (!text) return Math.min(MOST_TABS, 2 * availableParallelism());
  if (/^[1-8]$/.test(text)) return Number(text);
  throw new LocalFault(`AGENT_TABS must be a number from 1 to ${MOST_TABS}, not "${text}".`);
}
