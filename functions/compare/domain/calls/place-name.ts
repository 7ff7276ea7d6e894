/** Lists whose elements have positions instead of names. */
const POSITIONAL = /^(?:parameters|literals|args)(?:\[\d+\])*$/;

/** The last name of a place in a call's request or response; empty where it has none. */
export const placeName = (place: string): string =>
  POSITIONAL.test(place) ? '' : (/([^.[\]'"$]+)['"\]\d[*]*$/.exec(place)?.[1] ?? '');
