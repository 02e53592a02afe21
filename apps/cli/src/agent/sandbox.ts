import { readFileSync } from 'node:fs';
import type { DevTools } from '../scan/devtools.js';

/** What of the system decides whether a browser can have its sandbox; undefined where it does not say. */
interface SystemSettings {
  maxUserNamespaces?: number | undefined;
  unprivilegedUserNamespaces?: number | undefined;
  appArmorRestricts?: number | undefined;
}

/** The settings of this system. */
export const systemSettings = (): SystemSettings => ({
  maxUserNamespaces: numberIn('/proc/sys/user/max_user_namespaces'),
  unprivilegedUserNamespaces: numberIn('/proc/sys/kernel/unprivileged_userns_clone'),
  appArmorRestricts: numberIn('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
});

function numberIn(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const REFUSES = 'The agent does not start, because the browser would run without its sandbox: ';

/** A sentence on what the sandbox of a browser lacks; `output` is what a browser printed that did not start. */
export function sandboxFault(output: string, settings: SystemSettings): string | undefined {
  if (/^spawn \S* ?EPERM/.test(output))
    return `${REFUSES}it runs as root and cannot change to another user, which requires the capabilities SETUID and SETGID. Run it as another user.`;
  if (!/No usable sandbox|SUID sandbox|Failed to move to new namespace|without --no-sandbox|clone.*EPERM/i.test(output))
    return undefined;
  if (settings.maxUserNamespaces === 0)
    return `${REFUSES}this system has no user namespaces (user.max_user_namespaces is 0).`;
  if (settings.unprivilegedUserNamespaces === 0)
    return `${REFUSES}only root can create user namespaces (set kernel.unprivileged_userns_clone to 1).`;
  if (settings.appArmorRestricts === 1)
    return `${REFUSES}AppArmor blocks user namespaces. Give the browser a profile with "userns," or set kernel.apparmor_restrict_unprivileged_userns to 0.`;
  return `${REFUSES}user namespaces are blocked. A container needs the profile deploy/agent/seccomp.json instead of the default one (--security-opt seccomp=…).`;
}

/**
 * Whether the processes that run pages are in a sandbox, by what the kernel says of them: namespaces of their own and a filter of
 * system calls. A wrapper or a policy may have taken it away without a word.
 * @returns a sentence where one is not
 */
export async function runningSandboxFault(devtools: DevTools): Promise<string | undefined> {
  const { processInfo } = await devtools.send<{ processInfo: { type: string; id: number }[] }>(
    'SystemInfo.getProcessInfo',
  );
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    const lack = faultInStatus(statusOf(id));
    if (lack) return `${REFUSES}${lack}.`;
  }
  return undefined;
}

/** What lacks by the status of a process (proc_pid_status(5)); undefined: nothing, or the process has gone. */
export function faultInStatus(status: string | undefined): string | undefined {
  if (status === undefined) return undefined;
  if (!/^NSpid:\s*\d+\s+\d+/m.test(status))
    return 'its pages share the process namespace with all other pages; look for --no-sandbox in /etc/chromium.d and CHROMIUM_FLAGS';
  if (!/^Seccomp:\s*2/m.test(status))
    return 'its pages can make all system calls; look for --no-sandbox and --disable-seccomp-filter-sandbox';
  return undefined;
}

function statusOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined;
  }
}
