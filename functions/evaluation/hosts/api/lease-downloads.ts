import * as v from 'valibot';
import { isoText } from '../../../platform/time/iso-text.ts';
import { Digest } from '../../../platform/values/digest.ts';
import type { EvaluationServices } from '../../composition.ts';
import { COMPONENT_NAMES, pinnedDigests } from '../../domain/workflows/pins.ts';
import type { Taken } from '../store/leases.ts';

const NamedCaseSet = v.object({ case_set: v.object({ digest: Digest }) });

interface Wanted {
  role: string;
  path?: string;
  digest: Digest;
}

/** Download URLs of an attempt's inputs: the pins, the files of the definition, the case set (evaluation 3.11). */
export async function leaseDownloads(
  { run, workflow, manifests }: Taken,
  artifacts: EvaluationServices['evaluation']['artifacts'],
) {
  const pins = pinnedDigests(workflow.workflow_version);
  const { files = [], config = {} } = manifests.framework_definition ?? {};
  const named = v.safeParse(NamedCaseSet, config);
  const caseSet = run.input_overrides?.case_set ?? (named.success ? named.output.case_set.digest : null);
  const wanted: Wanted[] = [
    ...COMPONENT_NAMES.map((role) => ({ role, digest: pins[role] })),
    ...files.map(({ path, digest }) => ({ role: 'file', path, digest })),
    ...(caseSet === null ? [] : [{ role: 'case_set', digest: caseSet }]),
  ];
  const found = await Promise.all(
    wanted.map(async (one) => {
      const download = await artifacts.download(one.digest);
      if (!download.ok) return [];
      const { url, expiresAt, artifact } = download.value;
      const { size_bytes, media_type } = artifact;
      return [{ ...one, url, method: 'GET' as const, expires_at: isoText(expiresAt), size_bytes, media_type }];
    }),
  );
  return found.flat();
}
