import { type ModuleName, settingsSwitchModule } from '@curbcut/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { announce } from '../app/announcements';
import { call } from '../app/client';
import { meQuery } from '../app/session';
import { useMaybeProduct } from '../products/product';
import { EmptyState } from '../ui/empty-state';
import { Form, useForm } from '../ui/form';
import { View } from '../ui/view';
import { MODULES } from '../words/terms';
import { useCan, useOrganization } from './organization';

interface Props {
  module: ModuleName;
  /** The h1 where the module is off. */
  title: string;
  children: ReactNode;
}

/** A view of an optional module; where that is off, that, and who turns it on. */
export function ModuleView({ module, title, children }: Props) {
  const { t, i18n } = useLingui();
  const { modules, name } = useOrganization();
  const product = useMaybeProduct();
  const mayTurnOn = useCan('settings_switchModule');
  if (modules.includes(module)) return children;
  return (
    <View title={title} where={product?.name ?? name}>
      <EmptyState
        title={t`The module ${i18n._(MODULES[module])} is off.`}
        action={mayTurnOn && <TurnOn module={module} />}
      >
        {!mayTurnOn && <Trans>Ask an admin or owner of the organization to turn it on.</Trans>}
      </EmptyState>
    </View>
  );
}

function TurnOn({ module }: { module: ModuleName }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {},
    send: async () => {
      await call(settingsSwitchModule, { path: { orgId }, body: { module, enabled: true } });
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      announce(t`Saved.`);
    },
  });
  return <Form form={form} submit={t`Turn on ${i18n._(MODULES[module])}`} />;
}
