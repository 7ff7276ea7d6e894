import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { counted, short } from '../../../platform/pages-shell/words.ts';

const MAX_VALUE_LENGTH = 1000;

/** Response headers of both sides by name. Those that differ come first. */
export function headersSection(recorded: readonly Header[], replayed: readonly Header[]): Html {
  const [a, b] = [byName(recorded), byName(replayed)];
  const rows = [...new Set([...a.keys(), ...b.keys()])].sort().map((name) => {
    const [left, right] = [a.get(name) ?? null, b.get(name) ?? null];
    return { name, left, right, differs: left !== right };
  });
  const differing = rows.filter(({ differs }) => differs);
  return html`<section aria-labelledby="headers"><h2 id="headers">Response headers</h2>
<p class="muted">${rows.length} in all, ${differing.length} of them differ. Headers count as differences only where the application compares them.</p>
${differing.length > 0 && table(differing, 'Headers that differ')}
${
  differing.length < rows.length &&
  html`<details><summary>${counted(rows.length - differing.length, 'equal header')}</summary>${table(
    rows.filter(({ differs }) => !differs),
    'Equal headers',
  )}</details>`
}</section>`;
}

type Row = { name: string; left: string | null; right: string | null; differs: boolean };

const table = (rows: readonly Row[], caption: string): Html =>
  html`<div class="scroll"><table class="cards"><caption class="hidden">${caption}</caption><thead><tr><th scope="col">Header</th><th scope="col">Recorded</th><th scope="col">Replayed</th></tr></thead><tbody>${rows.map(
    ({ name, left, right, differs }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td data-label="Recorded"${differs && html` class="removed"`}>${shown(left)}</td><td data-label="Replayed"${differs && html` class="added"`}>${shown(right)}</td></tr>`,
  )}</tbody></table></div>`;

const shown = (value: string | null): Html =>
  value === null ? html`<span class="muted">none</span>` : html`<code>${short(value, MAX_VALUE_LENGTH)}</code>`;

/** Values of one name, one per line, as received. */
function byName(headers: readonly Header[]): Map<string, string> {
  const grouped = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return new Map([...grouped].map(([name, all]) => [name, all.map(([, value]) => value).join('\n')]));
}
