import type { Audit, SampleEntry } from '@curbcut/client';
import { auditsDeleteEntry, auditsOrderSample } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { alert, announce } from '../app/announcements';
import { call } from '../app/client';
import { useCan } from '../organizations/organization';
import { Button } from '../ui/button';
import { ConfirmButton } from '../ui/confirm-button';
import { OutLink } from '../ui/link';
import { Loaded } from '../ui/loading';
import { type Column, Table } from '../ui/table';
import { Section } from '../ui/view';
import { problemText } from '../words/problems';
import { ENTRY_KINDS } from '../words/terms';
import { CopySample, DrawSample } from './more-entries';
import { EditEntry, NewEntry } from './entry-forms';
import { sampleQuery } from './queries';
import { useAudit } from './use-audit';
import styles from './sample.module.css';

/** What an audit looks at: its entries in their order, and how they are chosen. */
export function Sample({ audit, mayChange }: { audit: Audit; mayChange: boolean }) {
  const { t } = useLingui();
  const { path } = useAudit(audit);
  const query = useQuery(sampleQuery(path));
  const mayAdd = useCan('audits_addEntry') && mayChange;
  return (
    <Section
      title={t`Sample`}
      actions={
        mayAdd && (
          <>
            <NewEntry audit={audit} />
            <DrawSample audit={audit} />
            <CopySample audit={audit} />
          </>
        )
      }
    >
      <Loaded query={query} lines={3}>
        {(sample) =>
          sample.length === 0 ? (
            <p>{t`No page or view in the sample yet.`}</p>
          ) : (
            <Entries audit={audit} sample={sample} mayChange={mayAdd} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Entries({ audit, sample, mayChange }: { audit: Audit; sample: readonly SampleEntry[]; mayChange: boolean }) {
  const { t, i18n } = useLingui();
  const columns: Column<SampleEntry>[] = [
    {
      title: t`Name`,
      isHeader: true,
      cell: ({ name, description }) => <Named name={name} description={description} />,
    },
    { title: t`Address`, cell: ({ url }) => url && <OutLink href={url}>{url}</OutLink> },
    {
      title: t`Sampling`,
      cell: ({ kind, process }) => [i18n._(ENTRY_KINDS[kind]), process].filter(Boolean).join(': '),
    },
    ...(mayChange
      ? [{ title: t`Actions`, cell: (entry: SampleEntry) => <Actions audit={audit} sample={sample} entry={entry} /> }]
      : []),
  ];
  return <Table caption={t`Sample`} columns={columns} rows={sample} keyOf={({ number }) => String(number)} />;
}

const Named = ({ name, description }: { name: string; description: string | null }) => (
  <>
    {name}
    {description !== null && <span className={styles.description}>{description}</span>}
  </>
);

function Actions({ audit, sample, entry }: { audit: Audit; sample: readonly SampleEntry[]; entry: SampleEntry }) {
  const { t } = useLingui();
  const { path, params, readAgain } = useAudit(audit);
  const { name, number } = entry;
  const place = sample.indexOf(entry);
  const move = async (by: number): Promise<void> => {
    const order = sample.map((one) => one.number).filter((one) => one !== number);
    order.splice(place + by, 0, number);
    try {
      await call(auditsOrderSample, { path: params, body: { order } });
      await readAgain();
      announce(t`${name} moved to position ${place + by + 1}.`);
    } catch (error) {
      alert(problemText(error));
    }
  };
  const remove = async (): Promise<void> => {
    await call(auditsDeleteEntry, { path: { ...params, entry: String(number) }, query: { withOutcomes: true } });
    await readAgain();
    announce(t`${name} deleted.`);
  };
  return (
    <div className={styles.actions}>
      <EditEntry audit={audit} path={path} entry={entry} />
      {place > 0 && (
        <Button kind="secondary" isSmall onClick={() => void move(-1)}>
          {t`Move up`}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      {place < sample.length - 1 && (
        <Button kind="secondary" isSmall onClick={() => void move(1)}>
          {t`Move down`}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
      <ConfirmButton name={t`Delete ${name}`} isSmall run={remove}>
        <p>{t`The page is removed from the sample. All its outcomes are deleted.`}</p>
      </ConfirmButton>
    </div>
  );
}
