/**
 * SQL: whether a test that people made is evidence of it: it says with what or what they tested, where more of it can
 * be read, or has found something. Of pull requests none is. An index has this condition.
 */
export const IS_HUMAN_EVIDENCE = `(is_evidence AND type <> 'automated_scan'
        AND (finding_count > 0 OR tool ~ '\\S' OR target ~ '\\S' OR external_url ~ '\\S'))`;
