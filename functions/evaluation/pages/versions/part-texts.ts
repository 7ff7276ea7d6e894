import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { shortCommit } from '../../../replay/domain/run-build.ts';
import type { ReproducibilityFactor } from '../../domain/workflows/reproducibility.ts';
import type { VersionFacts } from './version-facts.ts';

/** What the definition of a version selects: `shop, recordings of the last 24 hours`. */
export function selectionText({ appId, definition }: Pick<VersionFacts, 'appId' | 'definition'>): Html | null {
  if (definition === null) return null;
  if (appId === null) return html`${visible(definition.framework)}`;
  const { case_source: source, case_source_hours: hours, case_set: set } = definition.config;
  if (set !== undefined) return html`${visible(appId)}, a fixed set of recordings`;
  if (source === 'pinned') return html`${visible(appId)}, pinned recordings`;
  const last = typeof hours === 'number' ? counted(hours, 'hour') : '24 hours';
  return html`${visible(appId)}, recordings of the last ${last}`;
}

/** The build of a version: its name and its revision. */
export const subjectText = ({ subject }: Pick<VersionFacts, 'subject'>): Html | null =>
  subject &&
  html`${visible(subject.name)}${subject.revision !== undefined && html`, <code>${visible(shortCommit(subject.revision))}</code>`}`;

/** Where a version runs, and what limits it. */
export function environmentText({ environment }: Pick<VersionFacts, 'environment'>): Html | null {
  if (environment === null) return null;
  const { target_env: target, enable_mock, limits } = environment;
  const minutes = limits.timeout_s === undefined ? 60 : Math.ceil(limits.timeout_s / 60);
  return html`${target !== undefined && html`<code class="wrap">${visible(target)}</code>, `}mocks ${enable_mock ? 'on' : 'off'}, at most ${counted(minutes, 'minute')}`;
}

/** What evaluates it. */
export const runnerText = ({ runner }: Pick<VersionFacts, 'runner'>): Html | null =>
  runner && html`${visible(runner.id.replace('@', ' '))}${runner.runtime === 'builtin' && ', of this service'}`;

/** Whether a part gives the same result again (evaluation 3.6). */
export const REPEATABLE: Readonly<Record<ReproducibilityFactor['reason'], string>> = {
  COMPONENT_UNKNOWN: 'Unknown',
  MANIFEST_INVALID: 'Unknown, the manifest is invalid',
  CASE_SET_PINNED: 'Always',
  CASE_SET_NOT_PINNED: 'Recordings are noted when it runs',
  DETERMINISM_DECLARED: 'As the runner declares',
  DETERMINISM_NOT_DECLARED: 'Not declared',
  IMAGE_PINNED: 'Always, by its image',
  IMAGE_NOT_PINNED: 'By name, not by image',
  MOCK_DISABLED: 'No, calls reach real systems',
  NETWORK_NONE: 'Always',
  NETWORK_ALLOWLIST: 'No, a live system',
  NETWORK_OPEN: 'No, a live system',
  GATE_IS_ARITHMETIC: 'Always',
};
