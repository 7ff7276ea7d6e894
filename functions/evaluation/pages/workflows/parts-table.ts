import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ComponentName } from '../../domain/workflows/pins.ts';
import { copiedDigest } from '../digest.ts';
import type { WorkflowAnswer } from '../evaluation-answers.ts';
import { artifactPath } from '../evaluation-links.ts';
import { environmentText, REPEATABLE, runnerText, selectionText, subjectText } from '../versions/part-texts.ts';
import { rulesText } from '../versions/rules-text.ts';
import type { VersionFacts } from '../versions/version-facts.ts';

/** The five parts in the order of the choices that made them. */
const PARTS: readonly [name: ComponentName, label: string][] = [
  ['framework_definition', 'Application'],
  ['subject', 'Build'],
  ['gate_policy', 'Rules'],
  ['environment', 'Environment'],
  ['runner', 'Runner'],
];

/** The parts of a workflow version: what each says, its digest, and whether it gives the same result again. */
export function partsTable(workflow: WorkflowAnswer, facts: VersionFacts): Html {
  const says: Readonly<Record<ComponentName, Html | null>> = {
    framework_definition: selectionText(facts),
    subject: subjectText(facts),
    gate_policy: facts.policy && html`${visible(rulesText(facts.policy))}`,
    environment: environmentText(facts),
    runner: runnerText(facts),
  };
  const { components, reproducibility } = workflow;
  return html`<section class="panel block" aria-labelledby="parts"><div class="panel-head"><h2 id="parts">Parts</h2></div>
<table class="cards"><caption class="hidden">Parts and their digests</caption><thead><tr><th scope="col">Part</th><th scope="col">Says</th><th scope="col">Digest</th><th scope="col">Repeatable</th></tr></thead><tbody>${PARTS.map(
    ([name, label]) => {
      const { digest, known } = components[name];
      const reason = reproducibility.factors.find(({ component }) => component === name)?.reason;
      return row({
        part: known ? html`<a href="${artifactPath(digest)}">${label}</a>` : html`${label}`,
        says: known ? (says[name] ?? badge('Invalid', 'bad')) : badge('Unknown', 'warn'),
        digest,
        note: reason === undefined ? '' : REPEATABLE[reason],
      });
    },
  )}${row({ part: html`Whole version`, says: html`These five parts`, digest: workflow.workflow_version_digest, note: '' })}${row({ part: html`Lineage`, says: html`All but the build: the same for every build`, digest: workflow.lineage_digest, note: '' })}</tbody></table></section>`;
}

const row = ({ part, says, digest, note }: { part: Html; says: Html; digest: string; note: string }): Html =>
  html`<tr><th scope="row" class="nowrap">${part}</th><td class="wide">${says}</td><td class="wide">${copiedDigest(digest)}</td><td class="wide"><span class="small muted">${note}</span></td></tr>`;
