interface ProblemRow {
  status: number;
  title: string;
}

/** Every error of the evaluation API by its stable `code` (evaluation 3.3, 5.2). */
export const PROBLEMS = {
  invalid_json: { status: 400, title: 'The body is no readable JSON' },
  duplicate_key: { status: 400, title: 'A name comes twice in one object' },
  invalid_query: { status: 400, title: 'A query parameter cannot be used' },
  invalid_cursor: { status: 400, title: 'The cursor is not one of this list' },
  invalid_envelope: { status: 400, title: 'The envelope cannot be read' },
  unauthenticated: { status: 401, title: 'No credential, or none that holds' },
  signature_invalid: { status: 401, title: 'The signature does not fit' },
  token_expired: { status: 401, title: 'Its time is over' },
  forbidden: { status: 403, title: 'The credential does not have the right' },
  tenant_mismatch: { status: 403, title: 'The credential is of another tenant' },
  event_append_forbidden: { status: 403, title: 'Events are written by the service alone' },
  scorer_output_reserved: { status: 403, title: 'Scorer output comes from trusted hosts alone' },
  key_not_trusted: { status: 403, title: 'The key is unknown or was revoked' },
  not_found: { status: 404, title: 'There is no such thing' },
  workflow_version_not_found: { status: 404, title: 'There is no such workflow version' },
  method_not_allowed: { status: 405, title: 'This path does not take this method' },
  idempotency_in_progress: { status: 409, title: 'The first request of this key is still under way' },
  run_already_terminal: { status: 409, title: 'Run already finished' },
  run_not_terminal: { status: 409, title: 'Run not finished yet' },
  score_id_conflict: { status: 409, title: 'This score_id has another content' },
  sequence_gap: { status: 409, title: 'Publications have to follow each other' },
  lease_lost: { status: 409, title: 'The lease is another one now' },
  name_conflict: { status: 409, title: 'The name is taken' },
  limit_reached: { status: 409, title: 'There are as many as there may be' },
  backfill_not_active: { status: 409, title: 'The backfill has ended' },
  artifact_not_uploaded: { status: 409, title: 'The bytes have not been uploaded' },
  artifact_expired: { status: 410, title: 'The bytes have expired' },
  policy_version_conflict: { status: 412, title: 'The policy has another version now' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'Not a media type that is understood' },
  validation_failed: { status: 422, title: 'A member of the body cannot be used' },
  invalid_digest: { status: 422, title: 'A digest is sha256: and 64 lower-case hex digits' },
  idempotency_key_reused: { status: 422, title: 'The key was used for another request' },
  capability_unsupported: { status: 422, title: 'No host can run this workflow' },
  digest_mismatch: { status: 422, title: 'The bytes have another digest' },
  size_mismatch: { status: 422, title: 'The bytes have another size' },
  number_out_of_range: { status: 422, title: 'A number cannot be kept exactly' },
  target_not_found: { status: 422, title: 'There is no such target' },
  inconsistent_target: { status: 422, title: 'The context contradicts the target' },
  value_type_mismatch: { status: 422, title: 'The value is not of its data type' },
  unsupported_target_type: { status: 422, title: 'Not a type of target that this takes' },
  illegal_transition: { status: 422, title: 'Not in this state' },
  artifact_not_committed: { status: 422, title: 'The artifact is not committed' },
  precondition_required: { status: 428, title: 'If-Match is needed' },
  request_timeout: { status: 408, title: 'The body took too long to arrive' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'The service failed; the request may be repeated' },
  unavailable: { status: 503, title: 'Not now; send the same again' },
  insufficient_storage: { status: 507, title: 'The disk of the service is full' },
} as const satisfies Record<string, ProblemRow>;
export type ProblemCode = keyof typeof PROBLEMS;

/** An invalid member, by its JSON pointer (RFC 9457, RFC 6901). */
export interface ProblemError {
  pointer: string;
  code: string;
  detail: string;
}
