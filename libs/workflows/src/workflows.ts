/** A CI that there is a file for. */
export type CiName = 'github' | 'gitlab' | 'azure' | 'jenkins';

/** A file for a CI, and what is left to do. */
export interface Workflow {
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
  # For the OpenID Connect token that replaces a key, if this repository is a trusted publisher of the product.
  id-token: write

jobs:
  accessibility:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # Build the product and run the scanner here; curbcut.config.json contains the paths of its reports. Without a scanner, start
      # the product, and put "scan http://localhost:8080 --crawl 20" instead of "upload".
      - name: Report to Curbcut
        run: npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload --fail-on "$FAIL_ON"
        env:
          CURBCUT_URL: URL_OF_THE_SERVICE
          CURBCUT_API_KEY: \${{ secrets.CURBCUT_API_KEY }}
          # Merged changes are also new on main; only pull requests should fail.
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
    # Run the scanner here; curbcut.config.json contains the paths of its reports. CURBCUT_API_KEY is a masked variable of the project.
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
  # Run the scanner here; curbcut.config.json contains the paths of its reports.
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
        // Run the scanner here; curbcut.config.json contains the paths of its reports.
        sh 'npx --yes --cache "$(mktemp -d)" "$CURBCUT_URL/downloads/curbcut.tgz" upload --fail-on "$FAIL_ON" --out junit=accessibility.xml'
      }
      post {
        always { junit testResults: 'accessibility.xml', skipMarkingBuildUnstable: true }
      }
    }
  }
}
`;

/** The file of each CI; `atService` says in it where the service is. */
export const WORKFLOWS: Readonly<Record<CiName, Workflow>> = {
  github: {
    path: '.github/workflows/accessibility.yml',
    text: GITHUB,
    next: 'Next: create a key with the scope ingest and store it as the secret CURBCUT_API_KEY, or add this repository to the product as a trusted publisher.',
  },
  gitlab: {
    path: '.gitlab/accessibility.yml',
    text: GITLAB,
    next: 'Next: include it (include: { local: .gitlab/accessibility.yml }), and store a key with the scope ingest as the masked variable CURBCUT_API_KEY.',
  },
  azure: {
    path: 'azure-pipelines.accessibility.yml',
    text: AZURE,
    next: 'Next: create a pipeline from it, with a key with the scope ingest as its secret variable CURBCUT_API_KEY.',
  },
  jenkins: {
    path: 'Jenkinsfile.accessibility',
    text: JENKINS,
    next: "Next: create a multibranch pipeline from it, with a key with the scope ingest as the secret text 'curbcut-api-key'.",
  },
};

/** A file that runs the command line which the service at this address has. */
export const atService = (text: string, url: string): string =>
  text.replaceAll('URL_OF_THE_SERVICE', () => quoted(url));

/**
 * An address between quotation marks that YAML and Groovy read as it stands, and in which no CI finds an expression.
 */
const quoted = (url: string): string =>
  `'${url.replaceAll(/['$\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}'`;
