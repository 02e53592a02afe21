import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button as Trigger } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useSearch } from '../app/router-hooks';
import { Button, buttonClass } from './button';
import { controlClass } from './field';
import menu from './menu.module.css';
import styles from './filters.module.css';

/** A filter that a list takes: its name in the address, and what it can be. */
export interface Filter {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

const TYPED_MS = 300;

/** What is chosen of a filter. */
export const chosenOf = (search: Readonly<Record<string, string>>, name: string): string[] =>
  search[name]?.split(',').filter(Boolean) ?? [];

/** Search and filters of a list, kept in the address: a link to it shows the same. */
export function Filters({ filters = [], hasSearch = true }: { filters?: readonly Filter[]; hasSearch?: boolean }) {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const set = (name: string, values: string[]) => change({ [name]: values.join(',') || undefined, page: undefined });
  const chosen = filters.flatMap((filter) =>
    chosenOf(search, filter.name).map((value) => ({
      ...filter,
      value,
      text: `${filter.label}: ${filter.options.find((option) => option.value === value)?.label ?? value}`,
    })),
  );
  return (
    <div className={styles.filters}>
      {hasSearch && <SearchField />}
      {filters.length > 0 && (
        <MenuTrigger>
          <Trigger className={buttonClass('secondary')}>{t`Add filter`}</Trigger>
          <Popover className={menu.popover!} placement="bottom start">
            <Menu
              className={menu.items!}
              aria-label={t`Add filter`}
              onAction={(key) => {
                const [name = '', value = ''] = String(key).split(':');
                set(name, [...new Set([...chosenOf(search, name), value])]);
              }}
            >
              {filters.map(({ name, label, options }) => (
                <MenuSection key={name} aria-label={label}>
                  <Header className={styles.header}>{label}</Header>
                  {options
                    .filter(({ value }) => !chosenOf(search, name).includes(value))
                    .map((option) => (
                      <MenuItem key={option.value} id={`${name}:${option.value}`} className={menu.item!}>
                        {option.label}
                      </MenuItem>
                    ))}
                </MenuSection>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      )}
      {chosen.map(({ name, value, text }) => (
        <Button
          key={text}
          kind="quiet"
          aria-label={t`Remove filter: ${text}`}
          onClick={() =>
            set(
              name,
              chosenOf(search, name).filter((other) => other !== value),
            )
          }
        >
          {text}
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </Button>
      ))}
      {chosen.length > 1 && (
        <Button
          kind="quiet"
          onClick={() =>
            change(Object.fromEntries([...filters.map(({ name }) => [name, undefined]), ['page', undefined]]))
          }
        >{t`Clear filters`}</Button>
      )}
    </div>
  );
}

/** Searches while one types, a moment after the last key. */
function SearchField() {
  const { t } = useLingui();
  const [search, change] = useSearch();
  const asked = search['q'] ?? '';
  const [typed, setTyped] = useState(asked);
  const [known, setKnown] = useState(asked);
  // Back, and links, change it from outside.
  if (known !== asked) {
    setKnown(asked);
    setTyped(asked);
  }
  useEffect(() => {
    if (typed === asked) return undefined;
    const timer = setTimeout(() => {
      setKnown(typed);
      change({ q: typed || undefined, page: undefined }, { isTyping: true });
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, change]);
  return (
    <div role="search" className={styles.search}>
      <input
        type="search"
        aria-label={t`Search`}
        placeholder={t`Search`}
        className={controlClass}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
}
