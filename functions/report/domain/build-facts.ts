/** What the trigger said about the build, as far as pages show it; null where it said nothing usable. */
export interface BuildFacts {
  branch: string | null;
  commit: string | null;
  /** `GitHub Actions build 4711`: the name of the pipeline and the id of its run. */
  build: string | null;
  /** An http or https address without credentials. */
  buildUrl: string | null;
}

/** Longer texts are not shown. */
const MAX_LENGTH = 200;
const MAX_URL_LENGTH = 2048;

/** Reads the attributes of a trigger (spec 2.1), which may hold anything. `json`: their text, null if there were none. */
export function buildFacts(json: string | null): BuildFacts {
  const attributes: Readonly<Record<string, unknown>> = json === null ? {} : (JSON.parse(json) ?? {});
  const text = (name: string): string | null => {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : null;
    const shown = typeof value === 'number' ? String(value) : value;
    return typeof shown === 'string' && shown.trim() !== '' && shown.length <= MAX_LENGTH ? shown.trim() : null;
  };
  const [pipeline, run] = [text('cicd.pipeline.name'), text('cicd.pipeline.run.id')];
  return {
    branch: text('vcs.ref.head.name'),
    commit: text('vcs.ref.head.revision'),
    build: pipeline || run ? [pipeline, run && `build ${run}`].filter(Boolean).join(' ') : null,
    buildUrl: linkOf(attributes['cicd.pipeline.run.url.full']),
  };
}

function linkOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null;
}
