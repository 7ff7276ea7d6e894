import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { SettingNote } from '../../domain/changes/setting-notes.ts';

/** Who changed a setting, when, and why: `By ben, 12 days ago, “staging is small”.` */
export const noteText = ({ by, at, reason }: SettingNote, now: number): Html =>
  html`By ${visible(by)}, ${relativeTime(Date.parse(at), now)}${reason !== undefined && html`, “${visible(reason)}”`}.`;
