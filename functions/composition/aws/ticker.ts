import { type LambdaFunctionOptions, lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';

/** What a schedule invokes: `failing` is the fault of an invocation that could not do all. */
export const ticker = (
  host: LambdaFunctionOptions<undefined>,
  tick: () => Promise<{ failed: number }>,
  failing: string,
) =>
  lambdaFunction<unknown, undefined>(host, async () => {
    const { failed } = await tick();
    if (failed > 0) throw new Error(failing);
  });
