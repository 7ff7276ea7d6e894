import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';

const STEPS = ['Record real requests', 'Replay them against a new build', 'Release, or review the findings'];

/** The steps from the first recording to a decision; `current` counts from 1. */
export const firstSteps = (current: number): Html =>
  html`<ol class="steps" aria-label="Steps">${STEPS.map(
    (text, at) =>
      html`<li${at + 1 === current && html` aria-current="step"`}><span class="step">${at + 1}</span> ${text}</li>`,
  )}</ol>`;
