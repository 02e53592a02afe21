import { accountUpdate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { meQuery, useMe } from '../app/session';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Switch } from '../ui/switch';
import { TextField } from '../ui/text-field';
import { problemText } from '../words/problems';
import { OUTCOMES } from '../words/terms';
import { type Action, chosenOf, DEFAULT_KEYS, type Keys, keysOf, takenBy } from './keys';
import styles from './dialog.module.css';

/** What single keys do, whether they do it, and which ones. What is changed here holds at once, in all views. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Keyboard shortcuts`} isOpen={isOpen} onClose={onClose}>
      {isOpen && <Shortcuts close={onClose} />}
    </Dialog>
  );
}

function Shortcuts({ close }: { close: () => void }) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const { shortcuts } = useMe().preferences;
  const [keys, setKeys] = useState<Keys>(() => keysOf(shortcuts.keys));
  const [isOn, setOn] = useState(shortcuts.on);
  const [errors, setErrors] = useState<Partial<Record<Action | '', string>>>({});
  const names: Record<Action, string> = {
    next: t`Next finding`,
    previous: t`Previous finding`,
    select: t`Select`,
    confirm: t`Confirm`,
    dismiss: t`Dismiss`,
    edit: t`Edit and confirm`,
    undo: t`Undo`,
    passed: i18n._(OUTCOMES.passed),
    failed: i18n._(OUTCOMES.failed),
    inapplicable: i18n._(OUTCOMES.inapplicable),
    cannotTell: i18n._(OUTCOMES.cannot_tell),
    untested: i18n._(OUTCOMES.untested),
    search: t`Search`,
    shortcuts: t`Keyboard shortcuts`,
  };
  const parts: [title: string, actions: Action[]][] = [
    [t`Findings`, ['next', 'previous', 'select', 'confirm', 'dismiss', 'edit', 'undo']],
    [t`Outcomes of an audit`, ['passed', 'failed', 'inapplicable', 'cannotTell', 'untested']],
    [t`Everywhere`, ['search', 'shortcuts']],
  ];
  const save = async (changed: Partial<typeof shortcuts>): Promise<void> => {
    const wanted = { ...shortcuts, ...changed };
    const before = queryClient.getQueryData(meQuery.queryKey);
    // Keys that are turned off must not act while this is being saved.
    queryClient.setQueryData(
      meQuery.queryKey,
      (me) => me && { ...me, preferences: { ...me.preferences, shortcuts: wanted } },
    );
    try {
      const me = await call(accountUpdate, { body: { preferences: { shortcuts: wanted } } });
      queryClient.setQueryData(meQuery.queryKey, me);
      setErrors({});
      announce(t`Saved.`);
    } catch (error) {
      queryClient.setQueryData(meQuery.queryKey, before);
      setOn(shortcuts.on);
      setErrors({ '': problemText(error) });
    }
  };
  const choose = (action: Action, typed: string): void => {
    const next = { ...keys, [action]: typed };
    setKeys(next);
    const taken = takenBy(keys, action, typed);
    if (typed.trim() === '') setErrors({ [action]: t`Enter one key.` });
    else if (taken) setErrors({ [action]: t`“${names[taken]}” already uses this key.` });
    else if (Object.values(next).every((key) => key.trim() !== '')) void save({ keys: chosenOf(next) });
  };
  const turn = (on: boolean): void => {
    setOn(on);
    void save({ on });
  };
  const restore = (): void => {
    setKeys(DEFAULT_KEYS);
    void save({ keys: {} });
  };
  return (
    <>
      <p>{t`They work outside of fields and dialogs.`}</p>
      <Switch label={t`Single-key shortcuts`} isOn={isOn} onChange={turn} />
      {errors[''] && <p role="alert">{errors['']}</p>}
      {parts.map(([title, actions]) => (
        <section key={title} className={styles.part}>
          <h3>{title}</h3>
          <div className={styles.keys}>
            {actions.map((action) => (
              <TextField
                key={action}
                label={names[action]}
                value={keys[action]}
                // What is typed takes the place of what was there.
                onChange={(typed) => choose(action, typed.slice(-1))}
                onFocus={({ target }) => target.select()}
                error={errors[action]}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            ))}
          </div>
        </section>
      ))}
      <div className={styles.actions}>
        <Button onClick={close}>{t`Close`}</Button>
        <Button kind="secondary" onClick={restore}>{t`Restore defaults`}</Button>
      </div>
    </>
  );
}
