// How much is measured, and on how much data. `few` is what an organization holds in its first days.
const FEW = { products: 1, archived: 0, activities: 40, audits: 40, issues: 100, findings: 100, risks: 100 };

const FULL = {
  name: 'full',
  rounds: 5,
  reads: 16,
  sorts: 3,
  scopes: ['organization', 'product'],
  directions: ['asc', 'desc'],
  slowReads: 6,
  loadMs: 1_200,
  singles: 4,
  uploads: 20,
  starts: 5,
  smallReports: 15,
  reports: 6,
  largeReports: 3,
  manyAtOnce: 1_000,
  repeats: 200,
  tiny: [2_000, 5_000, 34_500],
  big: {
    products: 50,
    archived: 5,
    activities: 1_000_000,
    audits: 100_000,
    issues: 200_000,
    findings: 200_000,
    risks: 100_000,
  },
  few: FEW,
  crowded: [10_000, 300_000],
  graded: 10_000,
  awaiting: 300_000,
  waiting: 40_000,
  doomed: { activities: 20_000, audits: 0, issues: 10_000, findings: 20_000, risks: 1_000 },
  scheduled: 2_000,
  pool: 2_500,
  members: 1_000,
  bombs: ['progressive JPEG', 'interlaced PNG', 'GIF'],
  soakMinutes: 5,
};

const tenth = (counts) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Math.ceil(count / 10)]));

const MEDIUM = {
  ...FULL,
  name: 'medium',
  big: { ...tenth(FULL.big), products: 50, archived: 5 },
  crowded: [1_000, 30_000],
  graded: 1_000,
  awaiting: 30_000,
  doomed: tenth(FULL.doomed),
  scheduled: 200,
  members: 100,
  soakMinutes: 2,
};

// Fewer rounds and shorter reports, lists of organizations in descending order only, no soak: what a pipeline has time
// for.
const SMALL = {
  ...MEDIUM,
  name: 'small',
  rounds: 3,
  reads: 5,
  sorts: 1,
  scopes: ['organization'],
  directions: ['desc'],
  slowReads: 2,
  loadMs: 200,
  singles: 1,
  uploads: 4,
  starts: 1,
  smallReports: 3,
  reports: 1,
  largeReports: 1,
  manyAtOnce: 200,
  repeats: 50,
  tiny: [200, 1_000, 4_000],
  big: { products: 10, archived: 1, activities: 10_000, audits: 1_000, issues: 4_000, findings: 4_000, risks: 2_000 },
  crowded: [500, 10_000],
  graded: 500,
  awaiting: 10_000,
  doomed: { activities: 500, audits: 0, issues: 200, findings: 500, risks: 50 },
  pool: 300,
  bombs: ['progressive JPEG'],
  soakMinutes: 0,
};

export const SIZES = { full: FULL, medium: MEDIUM, small: SMALL };

/** Since how many different days findings wait that are compared. */
export const [FEW_DAYS, MANY_DAYS] = [4, 400];
