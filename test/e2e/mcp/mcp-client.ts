import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

interface Answered {
  isError: boolean;
  text: string;
}

/** What an agent does with `replay mcp`, by the client of the SDK. */
interface McpClient {
  client: Client;
  /** Calls a tool. */
  call(name: string, input?: Record<string, unknown>): Promise<Answered>;
  /** Calls a tool that does not fail, and parses what it answers. */
  // biome-ignore lint/suspicious/noExplicitAny: what JSON.parse returns, and tests look into
  read(name: string, input?: Record<string, unknown>): Promise<any>;
  /** What the command wrote to stderr. */
  stderr(): string;
}

interface Started {
  env: Record<string, string>;
  args?: readonly string[];
  /** The program and the Node that runs it. Default: the bundle, on the Node of the tests. */
  entry?: string;
  node?: string;
  options?: ClientOptions;
}

/** Starts the bundle as an agent does, and ends it with the test. */
export async function mcpClient({
  env,
  args = [],
  entry = process.env.CLI_BUNDLE ?? '',
  node = process.execPath,
  options = {},
}: Started): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: node,
    args: [entry, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, options);
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<Answered> => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
    return { isError: isError === true, text };
  };
  return {
    client,
    call,
    read: async (name, input) => {
      const { isError, text } = await call(name, input);
      if (isError) throw new Error(text);
      return JSON.parse(text);
    },
    stderr: () => said,
  };
}
