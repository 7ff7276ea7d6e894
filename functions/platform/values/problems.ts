interface ProblemRow {
  status: number;
  title: string;
}

/** Every error of the evaluation API by its stable `code` (evaluation 3.3, 5.2). */
export const PROBLEMS = {
  invalid_json: { status: 400, title: 'The body is not readable JSON' },
  duplicate_key: { status: 400, title: 'A name is repeated in one object' },
  invalid_query: { status: 400, title: 'A query parameter is invalid' },
  invalid_cursor: { status: 400, title: 'The cursor does not belong to this list' },
  invalid_envelope: { status: 400, title: 'The envelope cannot be read' },
  unauthenticated: { status: 401, title: 'The credential is missing or invalid' },
  signature_invalid: { status: 401, title: 'The signature is invalid' },
  token_expired: { status: 401, title: 'The token has expired' },
  forbidden: { status: 403, title: 'The credential lacks the required right' },
  tenant_mismatch: { status: 403, title: 'The credential belongs to a different tenant' },
  event_append_forbidden: { status: 403, title: 'Only the service writes events' },
  scorer_output_reserved: { status: 403, title: 'Only trusted hosts write scorer output' },
  key_not_trusted: { status: 403, title: 'The key is unknown or was revoked' },
  not_found: { status: 404, title: 'Not found' },
  workflow_version_not_found: { status: 404, title: 'Workflow version not found' },
  method_not_allowed: { status: 405, title: 'This path does not support this method' },
  idempotency_in_progress: { status: 409, title: 'The first request with this key is still in progress' },
  run_already_terminal: { status: 409, title: 'Run already finished' },
  run_not_terminal: { status: 409, title: 'Run not finished yet' },
  score_id_conflict: { status: 409, title: 'This score_id has different content' },
  sequence_gap: { status: 409, title: 'Publications must follow each other' },
  lease_lost: { status: 409, title: 'The lease was lost' },
  name_conflict: { status: 409, title: 'The name is already used' },
  limit_reached: { status: 409, title: 'The limit is reached' },
  backfill_not_active: { status: 409, title: 'The backfill has ended' },
  artifact_not_uploaded: { status: 409, title: 'The bytes have not been uploaded' },
  artifact_expired: { status: 410, title: 'The bytes have expired' },
  policy_version_conflict: { status: 412, title: 'The policy was changed in the meantime' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  validation_failed: { status: 422, title: 'A member of the body is invalid' },
  invalid_digest: { status: 422, title: 'A digest is sha256: and 64 lower-case hex digits' },
  idempotency_key_reused: { status: 422, title: 'The key was used for a different request' },
  capability_unsupported: { status: 422, title: 'No host can run this workflow' },
  digest_mismatch: { status: 422, title: 'The bytes have a different digest' },
  size_mismatch: { status: 422, title: 'The bytes have a different size' },
  number_out_of_range: { status: 422, title: 'A number cannot be stored exactly' },
  target_not_found: { status: 422, title: 'Target not found' },
  inconsistent_target: { status: 422, title: 'The context contradicts the target' },
  value_type_mismatch: { status: 422, title: 'The value is not of its data type' },
  unsupported_target_type: { status: 422, title: 'The target type is not supported' },
  illegal_transition: { status: 422, title: 'Not allowed in this state' },
  artifact_not_committed: { status: 422, title: 'The artifact is not committed' },
  precondition_required: { status: 428, title: 'If-Match is required' },
  request_timeout: { status: 408, title: 'The body took too long to arrive' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'The service failed; the request may be repeated' },
  unavailable: { status: 503, title: 'Temporarily unavailable; retry' },
  insufficient_storage: { status: 507, title: 'The disk of the service is full' },
} as const satisfies Record<string, ProblemRow>;
export type ProblemCode = keyof typeof PROBLEMS;

/** An invalid member, by its JSON pointer (RFC 9457, RFC 6901). */
export interface ProblemError {
  pointer: string;
  code: string;
  detail: string;
}
