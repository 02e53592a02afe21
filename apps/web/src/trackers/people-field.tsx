import { trackerConnectionsProposePeople, type TrackerPerson } from '@curbcut/client';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '../app/client';
import { usePeople } from '../issues/people';
import { useOrganization } from '../organizations/organization';
import { useProduct } from '../products/product';
import { Button } from '../ui/button';
import { ComboBox } from '../ui/combo-box';
import { FieldList } from '../ui/field-list';
import { Notice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import { problemText } from '../words/problems';
import styles from './trackers.module.css';
import { PROBLEMS } from './words';

interface Props {
  id: string;
  value: TrackerPerson[];
  onChange: (value: TrackerPerson[]) => void;
  error: string | undefined;
  /** Whose accounts there can be proposed. */
  connectionId: string;
}

const MOST = 500;

/** Who somebody is in the tracker, so that who has to do an issue is the same on both sides. */
export function PeopleField({ id, value, onChange, error, connectionId }: Props) {
  const { t } = useLingui();
  const { members } = usePeople(
    value.length > 0,
    value.map(({ userId }) => userId || null),
  );
  return (
    <>
      <FieldList
        id={id}
        label={t`People`}
        lead={
          <Trans>
            Maps members to tracker accounts, so that assignees sync. Changes of unmapped assignees are not synced.
          </Trans>
        }
        error={error}
        value={value}
        onChange={onChange}
        empty={{ userId: '', account: '' }}
        most={MOST}
        names={{
          add: t`Add person`,
          one: (number) => t`Person ${number}`,
          remove: (number) => t`Remove person ${number}`,
        }}
      >
        {(person, put) => (
          <div className={styles.pairs}>
            <ComboBox
              label={t`Member`}
              value={person.userId}
              onChange={(userId) => put({ ...person, userId })}
              options={members}
            />
            <TextField
              label={t`Account in the tracker`}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={100}
              value={person.account}
              onChange={(account) => put({ ...person, account })}
            />
          </div>
        )}
      </FieldList>
      <Proposals connectionId={connectionId} add={(people) => onChange([...value, ...people].slice(0, MOST))} />
    </>
  );
}

/** Members and accounts with the same e-mail, as the tracker shows it: they are added, and saved by whoever looks at them. */
function Proposals({ connectionId, add }: { connectionId: string; add: (people: TrackerPerson[]) => void }) {
  const { t, i18n } = useLingui();
  const { id: orgId } = useOrganization();
  const { product } = useProduct();
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ kind: 'note' | 'problem'; text: string }>();
  // What is typed while the tracker is asked stays.
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  const propose = async (): Promise<void> => {
    setBusy(true);
    setSaid(undefined);
    try {
      const path = { orgId, productSlug: product.slug, connectionId };
      const { people, problem, more } = await call(trackerConnectionsProposePeople, { path });
      if (problem !== null) return setSaid({ kind: 'problem', text: i18n._(PROBLEMS[problem]) });
      latest.current(people);
      const count = plural(people.length, {
        0: 'No person added.',
        one: '# person added.',
        other: '# people added.',
      });
      const rest = more
        ? t`Some accounts were not checked: there are too many.`
        : t`Check the user mapping before you save.`;
      setSaid({ kind: 'note', text: `${count} ${rest}` });
    } catch (error) {
      setSaid({ kind: 'problem', text: problemText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.quiet}>
        <Trans>
          Suggests pairs with the same confirmed e-mail address. Curbcut does not send your e-mail addresses to the
          tracker.
        </Trans>
      </p>
      <div>
        <Button kind="secondary" isSmall isBusy={isBusy} onClick={() => void propose()}>
          {t`Suggest matches by e-mail address`}
        </Button>
      </div>
      <div role="status">{said && <Notice kind={said.kind}>{said.text}</Notice>}</div>
    </>
  );
}
