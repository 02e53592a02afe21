import type { AppliesTo } from './applies-to.js';

/** A standard that comes with the service. Ids are the same on every installation. */
export interface BuiltInStandard {
  id: string;
  name: string;
  slug: string;
  description: string;
  cumulative: boolean;
  levels: { id: string; name: string; sortOrder: number }[];
  groups: { id: string; name: string; description: string | null; parentId: string | null; sortOrder: number }[];
  requirements: {
    id: string;
    name: string;
    description: string | null;
    url: string | null;
    levelId: string | null;
    groupId: string | null;
    versions: string[];
    aiTestable: boolean;
    /** `wcag`: the number of the success criterion it stands for, or a list of several. */
    metadata: Record<string, unknown>;
    /** Null: to every product. */
    appliesTo: AppliesTo | null;
    sortOrder: number;
  }[];
}
