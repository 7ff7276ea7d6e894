/** The service accepts 6 MiB per request; an exchange that is larger than a part goes alone. */
export const MAX_REQUEST_BYTES = 6 * 1024 * 1024 - 1024;

/** Bytes of a part: behind a gateway that encodes bodies in base64, the service accepts 4.4 MiB (interface 1). */
export const PART_BYTES = 4 * 1024 * 1024;

/** Exchanges of a part: as many as the service writes at once. */
export const PART_EXCHANGES = 500;
