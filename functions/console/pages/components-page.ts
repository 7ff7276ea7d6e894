import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { isSecure } from '../../platform/http/pages/session-cookie.ts';
import { badge } from '../../platform/pages-shell/badge.ts';
import { change } from '../../platform/pages-shell/change.ts';
import { copyBlock } from '../../platform/pages-shell/copy-block.ts';
import { decision } from '../../platform/pages-shell/decision.ts';
import { endpointName } from '../../platform/pages-shell/endpoint-name.ts';
import { checkbox, choice, field, notice } from '../../platform/pages-shell/form-parts.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { facts, table } from '../../platform/pages-shell/list-parts.ts';
import { menu } from '../../platform/pages-shell/menu.ts';
import { meter } from '../../platform/pages-shell/meter.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { tabs } from '../../platform/pages-shell/tabs.ts';

import type { ConsoleServices } from '../composition.ts';

const TONES = ['good', 'warn', 'bad', 'quiet'] as const;
const PATH = '/console/components';

/** A component by its name, in its states. */
type Shown = readonly [name: string, show: (now: number) => Html];

const COMPONENTS: readonly Shown[] = [
  [
    'Decision',
    () =>
      html`${TONES.map((tone) =>
        decision({
          tone,
          id: `decision-${tone}`,
          title: `A decision of the tone ${tone}`,
          next: 'The next step, in one sentence.',
          action: html`<a class="button primary" href="${PATH}">Review findings</a>`,
          stats: [
            { name: 'Pass rate', value: '90.0 %', note: '87.3 % when settled' },
            { name: 'Failing requests', value: '141', ...(tone !== 'quiet' && { tone }) },
          ],
          foot: html`Since the previous run: ${badge('3 new', 'new')} ${badge('2 gone')}`,
        }),
      )}`,
  ],
  ['Badges', () => html`<p class="row">${TONES.map((tone) => badge(tone, tone))}${badge('New', 'new')}</p>`],
  [
    'Buttons',
    () =>
      html`<p class="row"><button type="button" class="primary">Primary</button><button type="button">Default</button><button type="button" class="tiny">Tiny</button><button type="button" class="danger">Danger</button><button type="button" disabled>Disabled</button>${menu({ label: 'Menu', body: html`<a href="${PATH}">A link</a>` })}</p>`,
  ],
  [
    'Change',
    () =>
      html`<ul class="stack"><li>${change({ value: '29.5' }, { value: '14.5' })}</li><li>${change({ value: '"FRA-2"' }, { word: 'missing' })}</li><li>${change({ word: 'absent' }, { value: '120' })}</li><li>${change({ value: `"${'a'.repeat(60)}x"` }, { value: `"${'a'.repeat(60)}y"` })}</li></ul>`,
  ],
  ['Endpoint', () => html`<p>${endpointName('GET', '/orders/{id}')}</p><p>${endpointName(null, '/orders/{id}')}</p>`],
  [
    'Meter',
    () =>
      html`<div class="columns">${[0, 0.01, 0.5, 1].map((share) => html`<p>${share * 100} % ${meter(share)}${meter(share, 'warn')}</p>`)}</div>`,
  ],
  [
    'Time',
    (now) =>
      html`<p class="row">${[0, 12 * 60_000, 3 * 3_600_000, 40 * 86_400_000].map((ago) => relativeTime(now - ago, now))}</p>`,
  ],
  [
    'Tabs',
    () =>
      tabs('Example', [
        { href: PATH, text: 'Current', isCurrent: true, count: 15 },
        { href: `${PATH}?tab=other`, text: 'Other', count: 1404 },
        { href: `${PATH}?tab=third`, text: 'Without a count' },
      ]),
  ],
  [
    'Notices and hint',
    () =>
      html`${notice('Saved', 'good')}${notice('Not saved', 'bad')}${notice('Something to know', 'info')}<section class="hint" aria-label="Hint">${icon('key')}<p><strong>27 of 33 requests were answered 401:</strong> the recorded tokens are not valid here.</p></section>`,
  ],
  [
    'Fields',
    () =>
      html`<form>${field({ name: 'plain', label: 'Optional field', hint: 'With a hint' })}${field({ name: 'wrong', label: 'Wrong field', required: true, value: 'x', error: 'The value is not a number.' })}${field({ name: 'lines', label: 'Several lines', rows: 2 })}${choice(
        {
          name: 'one',
          label: 'Choice',
          value: 'a',
          options: [
            ['a', 'First'],
            ['b', 'Second'],
          ],
        },
      )}${checkbox('tick', 'Checkbox', true)}</form>`,
  ],
  [
    'Table, facts and command',
    () =>
      html`${table({
        caption: 'Example',
        columns: [{ name: 'Name' }, { name: 'Count', as: 'number' }],
        rows: [
          ['First', 1],
          ['Second', null],
        ],
        empty: '',
      })}${table({ caption: 'Empty', columns: [{ name: 'Name' }], rows: [], empty: 'Nothing yet' })}${facts([['Name', 'Value']])}${copyBlock('npm ci && npm run demo')}`,
  ],
];

/** Every component of the pages in its states: for developers, where the service is on loopback. */
export const componentsPage: Page<Pick<ConsoleServices, 'config' | 'now'>> = {
  method: 'GET',
  path: PATH,
  scope: 'read',

  async answer(request: PageRequest, { config, now }) {
    if (isSecure(new URL(config.publicUrl))) return { html: problemPage('not-found', request), status: 404 };
    return {
      html: layout({
        title: 'Components',
        request,
        body: html`${COMPONENTS.map(
          ([name, show]) => html`<section aria-label="${name}"><h2>${name}</h2>${show(now())}</section>`,
        )}`,
      }),
    };
  },
};
