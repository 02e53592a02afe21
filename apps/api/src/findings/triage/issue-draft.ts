import type { IssueDraft } from '../../records/issues/create-issues.js';
import { TITLE_LENGTH } from '../../products/products/title-length.js';
import type { FindingRating } from './finding.entity.js';

/** The data of a barrier from which an issue is opened. */
export interface Barrier {
  title: string;
  description: string | null;
  severity: FindingRating | null;
  impact: FindingRating | null;
  sourceUrl: string | null;
  wcag: string[];
  criteria: string[];
}

/**
 * The draft of the issue for a finding. A title that is too long is cut, and the description then starts with the whole
 * title.
 */
export function issueDraftOf(barrier: Barrier): IssueDraft {
  const letters = [...barrier.title];
  if (letters.length <= TITLE_LENGTH) return { ...barrier };
  const text = barrier.description === null ? barrier.title : `${barrier.title}\n\n${barrier.description}`;
  return { ...barrier, title: `${letters.slice(0, TITLE_LENGTH - 1).join('')}…`, description: text };
}
