import { plainLine } from '../../noise/domain/model-text.ts';
import { isRepositoryPath } from './repository-path.ts';

/**
 * The attribute (spec 2.1) that may contain the change between the two revisions as a unified diff, for the analysis
 * (docs/analysis.md).
 */
export const DIFF_ATTRIBUTE = 'replay.vcs.diff';

/** Attributes of spec 2.1 that a language model may see: what is deployed and where, without addresses. */
const SHOWN = [
  'service.name',
  'deployment.environment.name',
  'cicd.pipeline.name',
  'cicd.pipeline.run.id',
  'vcs.ref.head.name',
  'vcs.ref.head.revision',
] as const;

const MAX_VALUE_LENGTH = 200;
const MAX_DIFF_BYTES = 200 * 1024;

/** Facts of a deployment that a language model may see. */
export interface DeploymentFacts {
  attributes: Readonly<Record<string, string>>;
  /** Null if none was sent. */
  diff: string | null;
  /** Whether the diff was truncated. */
  isDiffCut: boolean;
  /** Files in the diff. Only these are valid locations. */
  files: ReadonlySet<string>;
}

/** Parses the attributes of the trigger (JSON text). Attributes that are not listed here are dropped. */
export function deploymentFacts(text: string | null): DeploymentFacts {
  const given: unknown = text === null ? {} : JSON.parse(text);
  const attributes = new Map(Object.entries(typeof given === 'object' && given !== null ? given : {}));
  const shown = SHOWN.flatMap((name) => {
    const value = attributes.get(name);
    return typeof value === 'string' ? [[name, plainLine(value, MAX_VALUE_LENGTH)] as const] : [];
  });
  const whole = attributes.get(DIFF_ATTRIBUTE);
  const diff = typeof whole === 'string' && whole.trim() !== '' ? cut(whole) : null;
  return {
    attributes: Object.fromEntries(shown),
    diff,
    isDiffCut: diff !== null && diff !== whole,
    files: filesOf(diff ?? ''),
  };
}

/** Truncates to whole lines of at most 200 KB. */
function cut(diff: string): string {
  const bytes = Buffer.from(diff);
  if (bytes.byteLength <= MAX_DIFF_BYTES) return diff;
  return bytes.subarray(0, bytes.lastIndexOf('\n', MAX_DIFF_BYTES) + 1).toString();
}

/** Paths relative to the repository root that a diagnosis may name. */
const filesOf = (diff: string): ReadonlySet<string> =>
  new Set(
    [...diff.matchAll(/^(?:\+\+\+ b|--- a)\/([^\t\r\n]{1,1000})/gm)]
      .flatMap(([, file]) => file ?? [])
      .filter(isRepositoryPath),
  );
