import { type ModuleName, settingsSwitchModule } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { meQuery } from '../app/session';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { ConfirmButton } from '../ui/confirm-button';
import { Form, useForm } from '../ui/form';
import { MODULE_PURPOSES } from '../words/organization-terms';
import { MODULES } from '../words/terms';
import { ForAdmins, SettingsView } from './layout';
import styles from './layout.module.css';

/** What can be turned off; the others are always on. */
const OPTIONAL = ['issues', 'audits', 'testing', 'risks', 'changes', 'conformance'] as const;

/** Which parts of the service the organization uses. */
export function Page() {
  const { t } = useLingui();
  const mayChange = useCan('settings_switchModule');
  return (
    <SettingsView
      title={t`Modules`}
      lead={t`Modules of the organization. A module that is off is hidden from lists and menus. Its data is kept.`}
    >
      {!mayChange && (
        <ForAdmins>
          <Trans>Your role cannot turn modules on or off.</Trans>
        </ForAdmins>
      )}
      <ul role="list" className={styles.list}>
        {OPTIONAL.map((module) => (
          <li key={module} className={styles.item}>
            <OneModule module={module} mayChange={mayChange} />
          </li>
        ))}
      </ul>
    </SettingsView>
  );
}

function OneModule({ module, mayChange }: { module: ModuleName; mayChange: boolean }) {
  const { t, i18n } = useLingui();
  const isOn = useOrganization().modules.includes(module);
  return (
    <div className={styles.row}>
      <div>
        <h2 className={styles.name}>
          {i18n._(MODULES[module])} {isOn ? <Badge kind="good">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}
        </h2>
        <p className={styles.quiet}>{i18n._(MODULE_PURPOSES[module])}</p>
      </div>
      {mayChange && (isOn ? <TurnOff module={module} /> : <TurnOn module={module} />)}
    </div>
  );
}

/** Turns a module on or off, and tells what else that turned. */
function useTurn(module: ModuleName, enabled: boolean): () => Promise<void> {
  const { t, i18n } = useLingui();
  const { id: orgId, modules: before } = useOrganization();
  return async () => {
    const { enabledModules } = await call(settingsSwitchModule, { path: { orgId }, body: { module, enabled } });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    const turned = OPTIONAL.filter((one) => before.includes(one) !== enabledModules.includes(one));
    const names = turned.map((one) => i18n._(MODULES[one])).join(', ');
    announce(enabled ? t`Turned on: ${names}.` : t`Turned off: ${names}.`);
  };
}

function TurnOn({ module }: { module: ModuleName }) {
  const { t, i18n } = useLingui();
  const form = useForm({ initial: {}, send: useTurn(module, true) });
  return <Form form={form} submit={t`Turn on ${i18n._(MODULES[module])}`} />;
}

function TurnOff({ module }: { module: ModuleName }) {
  const { t, i18n } = useLingui();
  return (
    <ConfirmButton name={t`Turn off ${i18n._(MODULES[module])}`} kind="secondary" run={useTurn(module, false)}>
      <p>
        <Trans>Modules that depend on it are turned off too. Nothing is deleted.</Trans>
      </p>
    </ConfirmButton>
  );
}
