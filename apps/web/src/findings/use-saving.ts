import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { alert } from '../app/announcements';
import { problemText } from '../words/problems';

/** What a button saves without a form: whether it is under way, and how it begins. A refusal is said as an alert. */
export function useSaving(save: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await save();
    } catch (error) {
      alert(t`Not saved: ${problemText(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, onClick: () => void run() };
}
