import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Session } from '../session.ts';
import { toolAnswer } from './tool-answer.ts';

/** What a tool may do; the command line permits more than reading by an option for each. */
export type Power = 'read' | 'runs' | 'changes';

/** What a call of a tool works with. */
export interface ToolCall {
  session: Session;
  /** Aborted when the client cancels the call or ends. */
  signal: AbortSignal;
  /** Tells the client how far the call is; `part` is 0 to 1. */
  progress(part: number, phase: string): Promise<void>;
}

interface ToolSpec<Input extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  power: Power;
  /** What it makes of what is there cannot be taken back by calling it again or by another tool. */
  destructive?: true;
  input: Input;
  /** Returns a value that JSON can hold. A CliFailure becomes an error of the tool. */
  answer(input: z.infer<Input>, call: ToolCall): Promise<unknown>;
}

/** A tool that a server can offer. */
export interface Tool {
  name: string;
  power: Power;
  register(server: McpServer, open: () => Promise<Session>): void;
}

/** Declares a tool. Each call opens a session, so that a login is refreshed while the server runs. */
export const tool = <Input extends z.ZodObject>(spec: ToolSpec<Input>): Tool => ({
  name: spec.name,
  power: spec.power,
  register: (server, open) => {
    const annotations = {
      readOnlyHint: spec.power === 'read',
      destructiveHint: spec.destructive ?? false,
      openWorldHint: spec.power === 'runs',
    };
    const { title, description } = spec;
    const inputSchema: StandardSchemaWithJSON = spec.input;
    server.registerTool(spec.name, { title, description, inputSchema, annotations }, (given, { mcpReq }) =>
      toolAnswer(async () =>
        spec.answer(given as z.infer<Input>, {
          session: await open(),
          signal: mcpReq.signal,
          progress: async (part, message) => {
            const progressToken = mcpReq._meta?.progressToken;
            if (progressToken === undefined) return;
            const params = { progressToken, progress: part, total: 1, message };
            await mcpReq.notify({ method: 'notifications/progress', params });
          },
        }),
      ),
    );
  },
});
