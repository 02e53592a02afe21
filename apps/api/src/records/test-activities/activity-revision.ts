/** Of every test activity: once it is logged, people change nothing of it. */
export const ACTIVITY_REVISION = { revision: 1 };
