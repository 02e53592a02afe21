import { atService, type CiName, type Workflow, WORKFLOWS } from '#libs/workflows';
import { LocalFault } from '../faults.js';

/**
 * The workflows for a CI, which run the command line that the service at this address has.
 * @throws LocalFault for one that is not known, or that has none for forks
 */
export function workflowsFor(ci: string, forks: boolean, url: string): Workflow[] {
  return templatesFor(ci, forks).map(({ text, ...workflow }) => ({
    ...workflow,
    text: atService(text, url),
  }));
}

/**
 * Where the workflows for a CI stand.
 * @throws LocalFault as `workflowsFor`
 */
export const pathsFor = (ci: string, forks: boolean): string[] => templatesFor(ci, forks).map(({ path }) => path);

function templatesFor(ci: string, forks: boolean): Workflow[] {
  if (!Object.hasOwn(WORKFLOWS, ci))
    throw new LocalFault(`--ci must be one of ${Object.keys(WORKFLOWS).join(', ')}, not "${ci}".`);
  const workflow = WORKFLOWS[ci as CiName];
  if (!forks) return [workflow];
  if (ci !== 'github')
    throw new LocalFault('--forks is for GitHub only: other CIs have no access to secrets in runs of forks.');
  return [{ ...workflow, text: `${workflow.text}${KEEP_REPORTS}` }, OF_FORKS];
}

// What a fork wrote runs without a secret, and leaves its reports; what reports has a secret, and runs nothing of the
// fork.
const KEEP_REPORTS = `      - name: Record the base commit of the target branch
        if: \${{ !cancelled() && github.event.pull_request.head.repo.fork }}
        run: mkdir -p reports && git cat-file commit HEAD | sed -n '/^$/q; s/^parent //p' | head -n 1 > reports/base.txt
      - name: Keep the reports of a fork, which has no secret to send them with
        if: \${{ !cancelled() && github.event.pull_request.head.repo.fork }}
        uses: actions/upload-artifact@v4
        with:
          name: accessibility-reports
          path: reports
`;

const OF_FORKS: Workflow = {
  path: '.github/workflows/accessibility-of-forks.yml',
  text: `name: Accessibility of forks

# Reports for pull requests of forks once their workflow has ended. It runs code of the default branch: never check out or run
# anything of the pull request here, since this job has a secret.
on:
  workflow_run:
    workflows: [Accessibility]
    types: [completed]

permissions:
  actions: read
  contents: read
  id-token: write
  pull-requests: write

jobs:
  report:
    if: github.event.workflow_run.event == 'pull_request' && github.event.workflow_run.head_repository.fork
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - uses: actions/download-artifact@v4
        with:
          name: accessibility-reports
          path: reports
          run-id: \${{ github.event.workflow_run.id }}
          github-token: \${{ github.token }}
      - name: Report to Curbcut
        run: |
          number=$(gh api -X GET "repos/$GITHUB_REPOSITORY/pulls" -f state=open -f head="$HEAD" --jq ".[] | select(.head.sha == \\"$SHA\\") | .number" | head -n 1)
          [ -n "$number" ] || { echo "The pull request of this commit is no longer open."; exit 0; }
          # This value comes from the fork, like the reports.
          base=$(head -c 100 reports/base.txt | tr -cd 0-9a-f)
          npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload --pr "$number" \${base:+--base "$base"} --comment --fail-on introduced
        env:
          CURBCUT_URL: URL_OF_THE_SERVICE
          CURBCUT_API_KEY: \${{ secrets.CURBCUT_API_KEY }}
          GITHUB_TOKEN: \${{ github.token }}
          GH_TOKEN: \${{ github.token }}
          HEAD: \${{ github.event.workflow_run.head_repository.owner.login }}:\${{ github.event.workflow_run.head_branch }}
          SHA: \${{ github.event.workflow_run.head_sha }}
`,
  next: 'Its result is shown as a comment, not as a check of the pull request, because it runs for the default branch.',
};
