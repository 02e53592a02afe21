import type { Outcome } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useStore } from '../app/store';
import { Button } from '../ui/button';
import { TextArea } from '../ui/text-field';
import { Time } from '../ui/time';
import { OUTCOMES } from '../words/terms';
import type { Place } from './cells';
import type { Workbench } from './workbench';
import styles from './details.module.css';

interface Props {
  workbench: Workbench;
  place: Place;
  outcome: Outcome | null;
  mayChange: boolean;
}

/** What was found there, what a key proposes, and who decided it. */
export function CellNote({ workbench, place, outcome, mayChange }: Props) {
  const { t, i18n } = useLingui();
  const proposal = outcome?.outcome === 'untested' ? outcome.proposal : null;
  return (
    <div className={styles.part}>
      {proposal && (
        <div className={styles.proposal}>
          <p>{t`${proposal.by} proposes: ${i18n._(OUTCOMES[proposal.outcome])}`}</p>
          {mayChange && (
            <Button
              kind="secondary"
              onClick={() => workbench.say([{ ...place, outcome: proposal.outcome, fromProposal: true }])}
            >{t`Accept proposal`}</Button>
          )}
        </div>
      )}
      {mayChange ? (
        <NoteField workbench={workbench} place={place} outcome={outcome} />
      ) : (
        outcome?.note && <p className={styles.text}>{outcome.note}</p>
      )}
      {outcome?.by && (
        <p className={styles.who}>
          {outcome.by.name} · <Time at={outcome.at} />
        </p>
      )}
    </div>
  );
}

/** The note of a cell: as it was said last, else as the service has it. */
export function useNote(workbench: Workbench, place: Place, outcome: Outcome | null): string {
  const said = useStore(workbench.store, ({ rows }) => rows.get(place.requirementId)?.changed.get(place.entry)?.note);
  return (said === undefined ? outcome?.note : said) ?? '';
}

/** A note goes with the outcomes when one leaves its field, so that nobody's half a sentence stands in the history. */
function NoteField({ workbench, place, outcome }: Omit<Props, 'mayChange'>) {
  const { t } = useLingui();
  const kept = useNote(workbench, place, outcome);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? kept;
  const save = (): void => {
    setTyped(undefined);
    workbench.setWriting(false);
    if (text !== kept) workbench.say([{ ...place, note: text.trim() === '' ? null : text }]);
  };
  useEffect(() => () => workbench.setWriting(false), [workbench]);
  return (
    <TextArea
      label={t`Note`}
      hint={t`Describe your observations in Markdown. Saved when you leave the field.`}
      value={text}
      maxLength={5_000}
      rows={4}
      onChange={(now) => {
        setTyped(now);
        workbench.setWriting(now !== kept);
      }}
      onBlur={save}
    />
  );
}
