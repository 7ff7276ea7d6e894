import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { MAX_LOAD } from '../../../../platform/outbound/max-load.ts';
import { count } from '../../../../platform/pages-shell/texts.ts';
import type { SettingsView } from '../../settings-view.ts';
import { viewOfPart } from '../form-part.ts';
import { sectionForm } from '../section-form.ts';
import { choiceLine, numberLine, tickLine } from '../setting-controls.ts';
import { paceLine } from './pace-line.ts';
import { timeoutLine } from './timeout-line.ts';

/** How fast and in which order runs send, and what of a session they keep. */
export function paceForm(whole: SettingsView, action: string): Html {
  const view = viewOfPart(whole);
  return sectionForm(view, {
    title: 'Pace and order',
    action,
    lines: html`${numberLine(view, 'maxQps', `To the target, and to a running build the same. 1 to ${count(MAX_LOAD.maxQps)}`, 'a second')}
${numberLine(view, 'concurrency', `Requests under way at the same time. 1 to ${count(MAX_LOAD.concurrency)}`, 'requests')}
${timeoutLine(view)}
${choiceLine(view, 'order', 'Sessions that share data see each other’s changes')}
${paceLine(view)}
${tickLine(view, 'keepSessions', 'Requests of one session read what its earlier ones wrote', 'One request of a session at a time, in order')}
${tickLine(view, 'aliasValues', 'Recorded ids and tokens are replaced with those that the new build issues', 'Send what the new build issues')}
${tickLine(view, 'resendUnsafe', 'Noise reduction resends requests, even if they made live downstream calls', 'Resend requests of unsafe methods too')}`,
  });
}
