import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { table, time } from '../../../platform/pages-shell/list-parts.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import type { ArtifactAnswer } from '../evaluation-answers.ts';
import { artifactLink } from '../evaluation-links.ts';

/** Table of a run's artifacts (evaluation 3.5). */
export const artifactTable = (artifacts: readonly ArtifactAnswer[]): Html =>
  table({
    caption: 'Artifacts of the run, newest first',
    columns: [
      { name: 'Digest' },
      { name: 'Role' },
      { name: 'Kind' },
      { name: 'Type' },
      { name: 'Bytes', as: 'number' },
      { name: 'State' },
      { name: 'Created', as: 'time' },
    ],
    rows: artifacts.map((one) => [
      artifactLink(one.digest),
      one.role,
      html`<code>${one.kind}</code>`,
      one.media_type,
      count(one.size_bytes),
      one.status,
      time(one.created_at),
    ]),
    empty: 'No artifacts yet',
  });
