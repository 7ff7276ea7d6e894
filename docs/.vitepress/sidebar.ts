/** A page, or a section of pages. */
export interface NavigationItem {
  text: string;
  link?: string;
  items?: NavigationItem[];
}

const pages = (names: Readonly<Record<string, string>>): NavigationItem[] =>
  Object.entries(names).map(([text, name]) => ({ text, link: `/docs/${name}` }));

/** The navigation of the documentation site. A test checks that it lists each page of docs/ once. */
export const SIDEBAR: NavigationItem[] = [
  {
    text: 'Tutorials',
    items: pages({
      'Your app in ten minutes': 'tutorials/your-app',
      'A change that you want': 'tutorials/expected-change',
      'An application with a login': 'tutorials/app-with-login',
      'Side effects and mocks': 'tutorials/side-effects',
      'A HAR file and nothing else': 'tutorials/har-file',
      'Express with JWT and PostgreSQL': 'tutorials/express-postgres',
      'PHP with PostgreSQL': 'tutorials/php-postgres',
      'Django with PostgreSQL': 'tutorials/django-postgres',
      'Java with JDBC and HTTP calls': 'tutorials/java-jdbc',
      'Continuous recording': 'tutorials/continuous-recording',
      'Run it in CI': 'tutorials/ci',
      'A server for a team': 'tutorials/team-server',
      'Docker and Kubernetes': 'tutorials/containers',
      'Evaluate a build': 'tutorials/evaluate-a-build',
      'Gate a release': 'gate-a-release',
    }),
  },
  {
    text: 'Guides',
    items: [
      ...pages({
        'Install without a checkout': 'install',
        'The API in six steps': 'api-walkthrough',
        Troubleshooting: 'troubleshooting',
      }),
      {
        text: 'Record',
        items: pages({
          Recordings: 'recordings',
          'Import and export': 'import-and-export',
          'Node.js agent': 'node-agent',
          'AREX Java agent': 'arex-agent',
          'Database proxies': 'database-proxies',
          'Write your own agent': 'write-your-own-agent',
          Sessions: 'sessions',
          Credentials: 'credentials',
          'Personal data': 'personal-data',
          'Allowed targets': 'targets',
        }),
      },
      {
        text: 'Replay and compare',
        items: pages({
          'Downstream calls': 'downstream-calls',
          'Mock gateway': 'mock-gateway',
          'Expected changes': 'expected-changes',
          'Accept as the new recording': 'accept',
          'Applications with a login': 'target-login',
          Latency: 'latency',
          'Two live builds': 'two-builds',
          Schedules: 'schedules',
        }),
      },
      {
        text: 'Use',
        items: pages({
          Console: 'console',
          Notifications: 'notifications',
          'Cause analysis': 'analysis',
          Logs: 'logs',
          'MCP server': 'mcp',
          'For coding agents': 'coding-agents',
        }),
      },
      {
        text: 'Evaluate',
        items: pages({
          'Online policies': 'online-policies',
          'Federated workers': 'federated-workers',
        }),
      },
      {
        text: 'Operate',
        items: pages({
          'Deploy a server': 'deploy-server',
          'Deploy to AWS': 'deploy-aws',
          'What AWS costs': 'cost',
          'Operator’s runbook': 'operator-runbook',
          Metrics: 'metrics',
          Traces: 'traces',
          'Data directory': 'data-directory',
          Retention: 'retention',
          Upgrades: 'upgrades',
        }),
      },
    ],
  },
  {
    text: 'Reference',
    items: pages({
      Glossary: 'glossary',
      'Command line': 'cli',
      Settings: 'settings',
      'Login and keys': 'login',
      'Rules and comparison': 'comparing',
      'Value mapping': 'value-mapping',
      'Noise reduction': 'noise-reduction',
      'Evaluation API': 'evaluation',
      Artifacts: 'artifacts',
      Egress: 'egress',
    }),
  },
  {
    text: 'Explanation',
    items: [
      ...pages({
        'How it works': 'how-it-works',
        Figures: 'figures',
        'History of the figures': 'figures-history',
        Promises: 'promises',
        Decisions: 'decisions/README',
      }),
      { text: 'Contributing', link: '/CONTRIBUTING' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
  },
];
