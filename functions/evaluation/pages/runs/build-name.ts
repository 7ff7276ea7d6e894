import { shortCommit } from '../../../replay/domain/run-build.ts';

/** What the labels of a run say of its build. */
interface BuildLabels {
  /** The title of the commit; else branch and commit, else the build; null where no label names one. */
  name: string | null;
  /** Branch, commit and build that the name has not said. */
  rest: string | null;
}

/** Labels that name a build, by OpenTelemetry and by the words of pipelines; the first one that is set counts. */
const TITLES = ['vcs.change.title', 'title'];
const BRANCHES = ['vcs.ref.head.name', 'branch'];
const COMMITS = ['vcs.ref.head.revision', 'commit'];
const BUILDS = ['service.version', 'build'];

/** Names the build of a run by its labels, as runs of applications are named. */
export function buildName(labels: Readonly<Record<string, string>>): BuildLabels {
  const first = (names: readonly string[]) => names.map((name) => labels[name]).find((value) => value !== undefined);
  const [title, branch, commit, build] = [TITLES, BRANCHES, COMMITS, BUILDS].map(first);
  const source = [branch, commit && shortCommit(commit)].filter((one) => one !== undefined).join(' ');
  const named = build === undefined ? undefined : namedBuild(build);
  if (title !== undefined) return { name: title, rest: [source, named].filter(Boolean).join(', ') || null };
  if (source !== '') return { name: source, rest: named ?? null };
  return { name: named ?? null, rest: null };
}

/** `build 4711`; a name that has the word, such as `GitHub Actions build 4711`, is left as it is. */
const namedBuild = (build: string): string => (/\bbuild\b/i.test(build) ? build : `build ${build}`);

/** The build that labels name, without its title; null where none does. */
export function buildOfLabels(labels: Readonly<Record<string, string>>): string | null {
  const build = BUILDS.map((name) => labels[name]).find((value) => value !== undefined);
  return build === undefined ? null : namedBuild(build);
}
