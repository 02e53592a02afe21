/** A rule of IBM's engine. */
export interface IbmRule {
  /** The criteria of all reasons that `reasons` does not name. */
  criteria: readonly string[];
  /** By the id of the reason that a result gives. */
  reasons?: Readonly<Record<string, readonly string[]>>;
  /** The toolkit level, from 1, which is to be mended first. Rules outside WCAG have none. */
  level?: number;
}

/** What a rule of IBM's engine is called now. */
export interface FormerRule {
  rule: string;
  /** Present names of reasons, by former ones that differ. */
  reasons?: Readonly<Record<string, string>>;
}
