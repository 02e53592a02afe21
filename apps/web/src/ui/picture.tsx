import { base } from '../app/client';
import { classNames } from './class-names';
import styles from './picture.module.css';

interface Props {
  image: string | null;
  /** Whose it is: its letters stand where there is no picture. */
  name: string;
  isLarge?: boolean;
}

/** The picture of a person or an organization, beside its name: who does not see it misses nothing. */
export function Picture({ image, name, isLarge = false }: Props) {
  const className = classNames(styles.picture, isLarge && styles.large);
  const own = addressOf(image);
  if (own !== undefined) return <img src={own} alt="" width="256" height="256" className={className} />;
  return (
    <span aria-hidden="true" className={className}>
      {lettersOf(name)}
    </span>
  );
}

/**
 * The pictures of the service, whose address may be written with another name of it; those of others are not loaded.
 */
function addressOf(image: string | null): string | undefined {
  const path = /\/uploads\/[\w-]+\/[\w.-]+$/.exec(image ?? '')?.[0];
  return path === undefined ? undefined : base + path;
}

const lettersOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('');
};
