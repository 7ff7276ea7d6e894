import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { field } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';

/** Labels of the window fields that a refusal may name. */
export const WINDOW_LABELS = { from: 'Recorded from', to: 'Recorded before' } as const;

/** Inputs for the start and end of a recording window (evaluation 3.13). */
export const windowFields = (request: PageRequest, errors: FieldErrors): Html =>
  html`<div class="columns">${(['from', 'to'] as const).map((name) =>
    field({
      name,
      label: WINDOW_LABELS[name],
      required: true,
      value: textOf(request.form, name),
      placeholder: '2026-11-20T10:00:00Z',
      hint: 'UTC',
      error: errors[name] ?? null,
    }),
  )}</div>`;
