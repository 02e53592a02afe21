import { useLingui } from '@lingui/react/macro';
import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';
import { announce } from './announcements';

/** Says when the network goes and comes; what waits for it goes on by itself. */
export function Network() {
  const { t } = useLingui();
  useEffect(() =>
    onlineManager.subscribe((isOnline) => announce(isOnline ? t`You are online again.` : t`You are offline.`)),
  );
  return null;
}
