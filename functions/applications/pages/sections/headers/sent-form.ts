import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import type { SettingsView } from '../../settings-view.ts';
import { viewOfPart } from '../form-part.ts';
import { sectionForm } from '../section-form.ts';
import { textLine } from '../setting-controls.ts';

/** The headers that runs set and leave out. */
export function sentForm(whole: SettingsView, action: string): Html {
  const view = viewOfPart(whole);
  const { set, always, remove } = view.settings.replay.headers;
  const typed = Object.entries(set).map(([name, value]) => `${name}: ${value}`);
  return sectionForm(view, {
    title: 'Sent headers',
    action,
    lines: html`${textLine(view, 'set', 'Replace a recorded header of that name. One per line, name: value. Credentials are sealed and belong to the target they were saved for', typed.join('\n'), 2)}
${textLine(view, 'always', 'Credentials only. Other added headers go to every request. One name per line', always.join('\n'), 1, 'authorization')}
${textLine(view, 'remove', 'Not sent. One name per line', remove.join('\n'), 2)}`,
  });
}
