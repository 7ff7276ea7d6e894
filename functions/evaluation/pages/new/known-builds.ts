import { type RunBuild, shortCommit } from '../../../replay/domain/run-build.ts';
import type { Run } from '../../../replay/service/runs-of.ts';

/** A build of an earlier run, by the name that a form takes. */
export interface KnownBuild {
  name: string;
  build: RunBuild;
}

/** The builds of runs, newest first, each once: by pipeline and number, else by commit. */
export function knownBuilds(runs: readonly Pick<Run, 'plan'>[]): KnownBuild[] {
  const named = runs.flatMap(({ plan: { build } }): KnownBuild[] => {
    const name = build?.name ?? (build?.commit === undefined ? undefined : shortCommit(build.commit));
    return build === undefined || name === undefined ? [] : [{ name, build }];
  });
  return [...new Map(named.toReversed().map((one) => [one.name, one])).values()].toReversed();
}
