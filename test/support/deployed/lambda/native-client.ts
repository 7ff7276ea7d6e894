import { registerHooks } from 'node:module';

/**
 * For `node --import`, before `aws-lambda-ric`: leads its native addon, which needs a compiler, to a stand-in in
 * JavaScript that speaks the same runtime API. All else of the runtime client is as published.
 */
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === './rapid-client.node'
      ? { url: new URL('./rapid-client.ts', import.meta.url).href, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});
