import { LocalFault } from '../faults.js';

export type CiName = 'github' | 'gitlab' | 'azure' | 'jenkins';

/** A file for a CI, and what is left to do. */
interface Workflow {
  path: string;
  text: string;
  next: string;
}

const GITHUB = `name: Accessibility

on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read
  # For the OpenID token that replaces a key, where the product trusts this repository.
  id-token: write

jobs:
  accessibility:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # Build the product and run the scanner here; curbcut.config.json says where its reports are. Without a scanner start
      # the product, and put "scan http://localhost:8080 --crawl 20" in the place of "upload".
      - name: Report to Curbcut
        run: npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload --fail-on "$FAIL_ON"
        env:
          CURBCUT_URL: URL_OF_THE_SERVICE
          CURBCUT_API_KEY: \${{ secrets.CURBCUT_API_KEY }}
          # What is merged is news on main too; only pull requests are to fail for it.
          FAIL_ON: \${{ github.event_name == 'pull_request' && 'introduced' || 'none' }}
`;

const GITLAB = `accessibility:
  image: node:22
  variables:
    CURBCUT_URL: URL_OF_THE_SERVICE
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
      variables:
        FAIL_ON: introduced
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      variables:
        FAIL_ON: none
  script:
    # Run the scanner here; curbcut.config.json says where its reports are. CURBCUT_API_KEY is a masked variable of the project.
    - npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload --fail-on "$FAIL_ON" --out gitlab-accessibility=gl-accessibility.json --out codequality=gl-code-quality.json
  artifacts:
    when: always
    reports:
      accessibility: gl-accessibility.json
      codequality: gl-code-quality.json
`;

const AZURE = `trigger:
  - main
pr:
  - main
pool:
  vmImage: ubuntu-latest
steps:
  # Run the scanner here; curbcut.config.json says where its reports are.
  - script: npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload --fail-on "$FAIL_ON" --out junit=accessibility.xml
    displayName: Report to Curbcut
    env:
      CURBCUT_URL: URL_OF_THE_SERVICE
      CURBCUT_API_KEY: $(CURBCUT_API_KEY)
      \${{ if eq(variables['Build.Reason'], 'PullRequest') }}:
        FAIL_ON: introduced
      \${{ else }}:
        FAIL_ON: none
  - task: PublishTestResults@2
    condition: always()
    inputs:
      testResultsFiles: accessibility.xml
`;

const JENKINS = `pipeline {
  agent any
  stages {
    stage('Accessibility') {
      environment {
        CURBCUT_URL = URL_OF_THE_SERVICE
        CURBCUT_API_KEY = credentials('curbcut-api-key')
        FAIL_ON = "\${env.CHANGE_ID ? 'introduced' : 'none'}"
      }
      steps {
        // Run the scanner here; curbcut.config.json says where its reports are.
        sh 'npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload --fail-on "$FAIL_ON" --out junit=accessibility.xml'
      }
      post {
        always { junit testResults: 'accessibility.xml', skipMarkingBuildUnstable: true }
      }
    }
  }
}
`;

const WORKFLOWS: Readonly<Record<CiName, Workflow>> = {
  github: {
    path: '.github/workflows/accessibility.yml',
    text: GITHUB,
    next: 'Next: make a key with the scope ingest and keep it as the secret CURBCUT_API_KEY, or let the product trust this repository.',
  },
  gitlab: {
    path: '.gitlab/accessibility.yml',
    text: GITLAB,
    next: 'Next: include it (include: { local: .gitlab/accessibility.yml }), and keep a key with the scope ingest as the masked variable CURBCUT_API_KEY.',
  },
  azure: {
    path: 'azure-pipelines.accessibility.yml',
    text: AZURE,
    next: 'Next: make a pipeline of it, with a key with the scope ingest as its secret variable CURBCUT_API_KEY.',
  },
  jenkins: {
    path: 'Jenkinsfile.accessibility',
    text: JENKINS,
    next: "Next: make a multibranch pipeline of it, with a key with the scope ingest as the secret text 'curbcut-api-key'.",
  },
};

/**
 * The workflows for a CI, which run the command line that the service at this address has.
 * @throws LocalFault for one that is not known, or that has none for forks
 */
export function workflowsFor(ci: string, forks: boolean, url: string): Workflow[] {
  return templatesFor(ci, forks).map(({ text, ...workflow }) => ({
    ...workflow,
    text: text.replaceAll('URL_OF_THE_SERVICE', () => quoted(url)),
  }));
}

/** An address between quotation marks that YAML and Groovy read as it stands, and in which no CI finds an expression. */
const quoted = (url: string): string =>
  `'${url.replaceAll(/['$\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}'`;

/**
 * Where the workflows for a CI stand.
 * @throws LocalFault as `workflowsFor`
 */
export const pathsFor = (ci: string, forks: boolean): string[] => templatesFor(ci, forks).map(({ path }) => path);

function templatesFor(ci: string, forks: boolean): Workflow[] {
  if (!Object.hasOwn(WORKFLOWS, ci))
    throw new LocalFault(`--ci is one of ${Object.keys(WORKFLOWS).join(', ')}, not "${ci}".`);
  const workflow = WORKFLOWS[ci as CiName];
  if (!forks) return [workflow];
  if (ci !== 'github') throw new LocalFault('--forks is for GitHub: elsewhere, runs of forks have no way to a secret.');
  return [{ ...workflow, text: `${workflow.text}${KEEP_REPORTS}` }, OF_FORKS];
}

// What a fork wrote runs without a secret, and leaves its reports; what reports has a secret, and runs nothing of the fork.
const KEEP_REPORTS = `      - name: Note what of the target branch was tested
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

# Reports for pull requests of forks once their workflow has ended. It runs what the default branch has: never check out or run
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
          [ -n "$number" ] || { echo "There is no open pull request for this commit any more."; exit 0; }
          # The fork says it, as all that is reported.
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
  next: 'Its result shows as a comment, and not as a check of the pull request: it runs for the default branch.',
};
