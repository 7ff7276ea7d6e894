import type { RunBuild } from '../../../replay/domain/run-build.ts';

/** What a person chooses of a workflow version; its manifests follow from it. */
export interface VersionChoices {
  appId: string;
  /** The name of the build, with what an earlier run says of it. */
  build: { name: string; known: RunBuild | null };
  targetEnv: string;
  /** Content of the gate policy's manifest. */
  policy: unknown;
  /** Recordings of the last hours are replayed. */
  hours: number;
  enableMock: boolean;
  timeoutMinutes: number;
}
