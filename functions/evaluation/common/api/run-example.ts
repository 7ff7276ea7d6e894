import * as v from 'valibot';

/** Run ids used in the examples. */
export const RUN_EXAMPLE = {
  runId: 'wrun_01KAFP4G80A1B2C3D4E5F6G7H8',
  attemptId: 'fatt_01KAFP4G80A1B2C3D4E5F6G7H8_001',
  gateDecisionId: 'gdec_01KAFP4G80A1B2C3D4E5F6G7H8',
  cursor: '41.Yx3m0QeB7k',
  digest: `sha256:${'9a75'.repeat(16)}`,
} as const;

/** Path parameters of runs. */
export const RUN_PARAMS = {
  runId: { schema: v.string(), description: 'Id of a run.', example: RUN_EXAMPLE.runId },
  attemptId: { schema: v.string(), description: 'Id of an attempt.', example: RUN_EXAMPLE.attemptId },
};
