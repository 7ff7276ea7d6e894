import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { replayTime } from '../runtime/replay-time.ts';

/** Lets `jsonwebtoken` verify at the time of the recording in a replay, unless the application names a time. */
export function hookJsonWebToken(exports: unknown): void {
  wrapMethod(
    exports as object,
    'verify',
    (verify) =>
      function (this: object, ...args) {
        const time = replayTime();
        if (time === null) return verify.apply(this, args);
        const [token, key, given, ...others] = args;
        const hasOptions = typeof given === 'object' && given !== null;
        const options = { clockTimestamp: Math.floor(time / 1000), ...(hasOptions && given) };
        return verify.call(this, token, key, options, ...(hasOptions || given === undefined ? others : [given]));
      },
  );
}

/** Does the same for `jose`. Returns other exports where those of the module cannot be changed (`require` of it). */
export function hookJose(exports: unknown): unknown {
  const own = exports as Record<string, unknown>; // of jose
  const verified = (verify: Method): Method =>
    function (this: object, ...args) {
      const time = replayTime();
      if (time === null) return verify.apply(this, args);
      const [token, key, options] = args;
      return verify.call(this, token, key, { currentDate: new Date(time), ...(options as object | undefined) });
    };
  try {
    for (const name of ['jwtVerify', 'jwtDecrypt']) wrapMethod(own, name, verified);
    return undefined;
  } catch {
    const copy = { ...own };
    for (const name of ['jwtVerify', 'jwtDecrypt']) wrapMethod(copy, name, verified);
    return copy;
  }
}
