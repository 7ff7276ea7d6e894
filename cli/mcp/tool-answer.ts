import type { CallToolResult } from '@modelcontextprotocol/server';
import { plainMask } from '../../functions/recordings/domain/masks/mask.ts';
import { maskText } from '../../functions/recordings/domain/masks/mask-text.ts';
import { CliFailure } from '../cli-failure.ts';
import { boundedJson } from './bounded-json.ts';

/**
 * Runs a tool and writes what it answers: JSON of bounded length, without credentials whatever the key may read. What
 * the service refuses is an error of the tool, so that a model can read it.
 */
export async function toolAnswer(answer: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    const text = boundedJson(await answer());
    return { content: [{ type: 'text', text: maskText(text, plainMask, 'application/json') }] };
  } catch (fault) {
    if (!(fault instanceof CliFailure)) throw fault;
    const { code, message, advice } = fault;
    const text = [`${code}: ${message}`, ...(advice === null ? [] : [advice])].join('\n');
    return { content: [{ type: 'text', text }], isError: true };
  }
}
