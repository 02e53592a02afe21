/** How much of a run is taken: findings with one tool, and pictures. */
export const RUN_LIMITS = { findings: 20_000, pictures: 500 };
