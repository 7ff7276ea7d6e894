import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { type ApplicationSettings, DEFAULT_SETTINGS } from '../../domain/application-settings.ts';

/** Values of settings, each compared with its default. */
type Values = (settings: ApplicationSettings) => readonly unknown[];

const NONE: Values = () => [];

/** The parts of the settings, in the order of their page; path patterns have a page of their own. */
const SECTIONS: readonly (readonly [path: string, text: string, values: Values])[] = [
  ['#allowed-targets', 'Allowed targets', NONE],
  [
    '#recording',
    'Recording',
    ({ operationNaming, redact, credentials, personalData, recorder }) => [
      operationNaming,
      redact,
      credentials,
      personalData,
      recorder.sampleRate,
    ],
  ],
  ['/endpoints', 'Endpoints and path patterns', ({ endpoints }) => [endpoints]],
  [
    '#replaying',
    'Replay',
    ({ resendUnsafe, replay: { headers, ...replay } }) => [
      ...Object.values(replay),
      headers.set,
      headers.always,
      headers.remove,
      resendUnsafe,
    ],
  ],
  ['#downstream', 'Downstream calls', ({ mocks }) => Object.values(mocks)],
  ['#login', 'Login', ({ login }) => [login]],
  [
    '#judging',
    'Findings',
    ({ automaticAnalysis, compareHeaders, builtInRules }) => [
      automaticAnalysis,
      compareHeaders,
      Object.values(builtInRules).includes(false),
    ],
  ],
];

/** How many values of a section are not the default ones. */
function changedIn(values: Values, settings: ApplicationSettings): number {
  const defaults = values(DEFAULT_SETTINGS).map((value) => JSON.stringify(value));
  return values(settings).filter((value, at) => JSON.stringify(value) !== defaults[at]).length;
}

/** The links to the parts of the settings, beside each of their pages. Readers see all settings in one list. */
export function withSettingsNav(
  request: PageRequest,
  { settings, current }: { settings: ApplicationSettings; current: 'settings' | 'endpoints' },
  body: Html,
): Html {
  const path = `${applicationPath(request.params.appId ?? '')}/settings`;
  const sections = request.may('write')
    ? SECTIONS
    : ([
        ['', 'Settings', NONE],
        ['/endpoints', 'Endpoints and path patterns', NONE],
      ] as const);
  return html`<div class="with-nav"><nav class="side-nav" aria-label="Settings"><ul>${sections.map(
    ([end, text, values]) => {
      const changed = changedIn(values, settings);
      const isCurrent = end === (current === 'endpoints' ? '/endpoints' : '');
      return html`<li><a href="${path}${end}"${isCurrent && html` aria-current="page"`}>${text}${changed > 0 && html` <small>${count(changed)} changed</small>`}</a></li>`;
    },
  )}</ul></nav><div class="stack">${body}</div></div>`;
}
