import * as v from 'valibot';
import { parseKeepingNumbers } from '../../platform/values/json-text.ts';
import { attributeText } from './attribute-text.ts';

/** Maximum characters of one text of a build; longer ones are cut. */
export const MAX_BUILD_TEXT = 200;
/** Longer addresses are left out, since a cut one leads nowhere. @internal */
export const MAX_BUILD_URL = 2048;

const COMMIT_CHARACTERS = 7;

/**
 * What the attributes of a trigger (spec 2.1) say about the build, each on one line; absent where they do not say it.
 */
export const RunBuild = v.object({
  /** Title of the commit or of the pull request. */
  title: v.optional(v.string()),
  branch: v.optional(v.string()),
  commit: v.optional(v.string()),
  /** `checkout build 4711`: the pipeline and the id of its run. */
  name: v.optional(v.string()),
  /** An http or https address without credentials. */
  url: v.optional(v.string()),
});
export type RunBuild = v.InferOutput<typeof RunBuild>;

/** The build that attributes describe; undefined if they name none. `attributes`: their JSON text, null without any. */
export function runBuild(attributes: string | null): RunBuild | undefined {
  if (attributes === null) return undefined;
  const given = parseKeepingNumbers(attributes);
  const text = (key: string) => lineOf(attributeText(given, key) ?? '');
  const build = {
    title: text('vcs.change.title'),
    branch: text('vcs.ref.head.name').replace(/^refs\/(?:heads|tags)\//, ''),
    commit: text('vcs.ref.head.revision'),
    name: buildName(text('cicd.pipeline.name'), text('cicd.pipeline.run.id')),
    url: linkOf(attributeText(given, 'cicd.pipeline.run.url.full')),
  };
  const present = Object.entries(build).filter(([, value]) => value !== '');
  return present.length === 0 ? undefined : Object.fromEntries(present);
}

/** The beginning of a commit hash, by which people know it; other revisions as they are. */
export const shortCommit = (commit: string): string =>
  /^[0-9a-f]{12,64}$/i.test(commit) ? commit.slice(0, COMMIT_CHARACTERS) : commit;

const buildName = (pipeline: string, run: string): string =>
  [pipeline, run && `${pipeline ? 'build' : 'Build'} ${run}`].filter((part) => part !== '').join(' ');

/** The first line that is not blank, in one well-formed piece. */
function lineOf(text: string): string {
  const line = text.trim().split(/[\r\n\u2028\u2029]/u, 1)[0] ?? '';
  const plain = line.replaceAll(/\s+/gu, ' ').trim().toWellFormed();
  if (plain.length <= MAX_BUILD_TEXT) return plain;
  // A pair of surrogates that the cut parts is left out.
  return `${plain.slice(0, MAX_BUILD_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function linkOf(text: string | null): string {
  if (text === null || text.length > MAX_BUILD_URL || !URL.canParse(text)) return '';
  const { protocol, username, password, href } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : '';
}
