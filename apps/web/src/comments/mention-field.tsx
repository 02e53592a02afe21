import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganization } from '../organizations/organization';
import { peopleQuery } from '../settings/queries';
import { ComboBox } from '../ui/combo-box';

/** Puts the name of a member into a text, where one writes in it: they are told of it. `id` is that of its text area. */
export function MentionField({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useLingui();
  const { id: orgId } = useOrganization();
  const [typed, setTyped] = useState('');
  const [taken, setTaken] = useState('');
  const [isWanted, setWanted] = useState(false);
  const { data: people = [] } = useQuery({ ...peopleQuery(orgId, typed), enabled: isWanted });
  const insert = (userId: string): void => {
    const name = people.find((person) => person.id === userId)?.name;
    const area = document.getElementById(id);
    if (name === undefined || !(area instanceof HTMLTextAreaElement)) return;
    const before = value.slice(0, area.selectionEnd);
    const mention = `${/\S$/.test(before) ? ' ' : ''}@[${name.replace(/[\\[\]]/g, '\\$&')}](user:${userId}) `;
    onChange(before + mention + value.slice(area.selectionEnd));
    setTaken(userId);
    setTimeout(() => {
      setTaken('');
      setTyped('');
      area.focus();
      area.setSelectionRange(before.length + mention.length, before.length + mention.length);
    });
  };
  return (
    <ComboBox
      label={t`Mention a member`}
      hint={t`Adds the name to your comment. Mentioned members get a notification.`}
      value={taken}
      onChange={(userId) => {
        if (userId !== '') insert(userId);
      }}
      options={people.map((person) => ({ value: person.id, label: person.name }))}
      onSearch={setTyped}
      onFocus={() => setWanted(true)}
    />
  );
}
