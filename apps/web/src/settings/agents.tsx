import { type Agent, agentsCreate, agentsDelete, agentsList, type NewAgent } from '@curbcut/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announce } from '../app/announcements';
import { base, call } from '../app/client';
import { withProof } from '../app/fresh-proof';
import { useCan, useOrganization } from '../organizations/organization';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyField } from '../ui/copy-field';
import { CancelButton } from '../ui/dialog';
import { DialogButton } from '../ui/dialog-button';
import { EmptyState } from '../ui/empty-state';
import { Form, useForm } from '../ui/form';
import { Loaded } from '../ui/loading';
import { Notice } from '../ui/notice';
import { Status } from '../ui/status';
import { type Column, Table } from '../ui/table';
import { TextField } from '../ui/text-field';
import { Time } from '../ui/time';
import { ForAdmins, SettingsView } from './layout';
import styles from './layout.module.css';

const agentsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['agents', orgId],
    queryFn: async ({ signal }) => (await call(agentsList, { path: { orgId } }, { signal })).agents,
  });

/** The programs of the organization that look at pages for monitors. */
export function Page() {
  const { t } = useLingui();
  const { id } = useOrganization();
  const may = useCan('agents_list');
  const mayCreate = useCan('agents_create');
  const agents = useQuery({ ...agentsQuery(id), enabled: may });
  return (
    <SettingsView
      title={t`Agents`}
      lead={t`An agent is a program on your machine. It executes the runs of monitors and scans their pages.`}
      actions={mayCreate && <NewAgentButton />}
      isWide
    >
      {may ? (
        <Loaded query={agents} lines={5}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title={t`No agents yet`}>
                <Trans>
                  Until your organization has its own agent, agents of the service operator scan your pages, if
                  available.
                </Trans>
              </EmptyState>
            ) : (
              <Agents agents={found} />
            )
          }
        </Loaded>
      ) : (
        <ForAdmins>
          <Trans>Your role cannot see agents.</Trans>
        </ForAdmins>
      )}
    </SettingsView>
  );
}

const idOf = ({ id }: Agent): string => `agent-${id}`;

function Agents({ agents }: { agents: readonly Agent[] }) {
  const { t } = useLingui();
  const mayDelete = useCan('agents_delete');
  const columns: Column<Agent>[] = [
    { title: t`Name`, isHeader: true, cell: (agent) => <span id={idOf(agent)}>{agent.name}</span> },
    {
      title: t`Labels`,
      cell: ({ labels }) => (
        <span className={styles.buttons}>
          {labels.map((label) => (
            <Badge key={label}>{label}</Badge>
          ))}
        </span>
      ),
    },
    { title: t`Version`, cell: ({ version }) => version ?? '–' },
    {
      title: t`Last seen`,
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? t`Not yet` : <Time at={lastSeenAt} />),
    },
    { title: t`Created`, cell: ({ createdAt }) => <Time at={createdAt} isDate /> },
    ...(mayDelete ? [{ title: t`Actions`, cell: (agent: Agent) => <DeleteAgent agent={agent} /> }] : []),
  ];
  return (
    <>
      <Status>
        <Plural value={agents.length} one="# agent" other="# agents" />
      </Status>
      <Table caption={t`Agents`} columns={columns} rows={agents} keyOf={({ id }) => id} />
    </>
  );
}

function DeleteAgent({ agent }: { agent: Agent }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const { id: agentId, name } = agent;
  const remove = async (): Promise<void> => {
    await withProof(() => call(agentsDelete, { path: { orgId, agentId } }));
    await queryClient.invalidateQueries({ queryKey: agentsQuery(orgId).queryKey });
    announce(t`Agent ${name} deleted.`);
  };
  return (
    <ConfirmButton name={t`Delete`} isSmall about={idOf(agent)} run={remove}>
      <p>
        <Trans>
          <strong>{name}</strong> loses access at once. Its current run goes to another agent.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

/** Makes an agent, and shows its token once. */
function NewAgentButton() {
  const { t } = useLingui();
  return (
    <DialogButton name={t`New agent`} kind="primary">
      {(close) => <Steps close={close} />}
    </DialogButton>
  );
}

function Steps({ close }: { close: () => void }) {
  const [made, setMade] = useState<NewAgent>();
  return made ? <Made agent={made} close={close} /> : <AgentForm close={close} done={setMade} />;
}

function AgentForm({ close, done }: { close: () => void; done: (made: NewAgent) => void }) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const queryClient = useQueryClient();
  const once = useRef(crypto.randomUUID());
  const form = useForm({
    draft: `agent of ${orgId}`,
    initial: { name: '', labels: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t`Fill this in.` : '' }),
    send: async ({ name, labels }) => {
      const headers = { 'Idempotency-Key': once.current };
      const body = { name: name.trim(), labels: labels.split(/[\s,]+/).filter(Boolean) };
      const { agent } = await withProof(() => call(agentsCreate, { path: { orgId }, headers, body }));
      await queryClient.invalidateQueries({ queryKey: agentsQuery(orgId).queryKey });
      done(agent);
      announce(t`Agent ${agent.name} created.`);
    },
  });
  return (
    <Form form={form} submit={t`New agent`} actions={<CancelButton onClick={close} />}>
      <TextField
        label={t`Name`}
        hint={t`Location of the agent, for example “Server in the office”.`}
        autoComplete="off"
        maxLength={100}
        {...form.field('name')}
      />
      <TextField
        label={t`Labels`}
        hint={t`Capabilities of the agent, for example intranet. Separate several with commas. Monitors can require labels.`}
        autoComplete="off"
        {...form.field('labels')}
      />
    </Form>
  );
}

/** The token itself, and how the agent is started. */
function Made({ agent: { token }, close }: { agent: NewAgent; close: () => void }) {
  const { t } = useLingui();
  return (
    <>
      <Notice kind="warning">
        <p>
          <Trans>The token is shown only once. Copy it to the machine of the agent.</Trans>
        </p>
      </Notice>
      <CopyField label={t`Token`} value={token} copy={t`Copy token`} />
      <CopyField
        label={t`Command`}
        hint={t`Run this command on a machine with curbcut and Chromium.`}
        value={`CURBCUT_URL=${location.origin}${base} CURBCUT_AGENT_TOKEN=${token} curbcut agent`}
        copy={t`Copy command`}
      />
      <div>
        <Button onClick={close}>{t`Close`}</Button>
      </div>
    </>
  );
}
