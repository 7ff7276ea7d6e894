import type { Power } from '../mcp/tool.ts';
import type { Program } from '../program.ts';

const EXAMPLES = `
An agent starts this command and speaks with it over stdin and stdout. Configuration of agents: docs/mcp.md

Examples:
  Read applications, runs, findings and differences, and preview rules:
    $ replay mcp

  Start runs too, against allowed targets:
    $ replay mcp --allow-runs

  Save expected changes and accept results too, with a credential that has the scope write:
    $ SVC_TOKEN=... replay mcp --allow-runs --allow-changes`;

interface Options {
  allowRuns?: true;
  allowChanges?: true;
}

/** `replay mcp`: a Model Context Protocol server for coding agents. */
export function addMcp({ program, open, local }: Program): void {
  const command = program
    .command('mcp')
    .description('serve runs and findings to a coding agent, by the Model Context Protocol over stdin and stdout')
    .option('--allow-runs', 'offer the tool that starts runs')
    .option(
      '--allow-changes',
      'offer the tools that save expected changes and accept results; the credential needs write',
    )
    .addHelpText('after', EXAMPLES);
  command.action(async ({ allowRuns, allowChanges }: Options) => {
    const powers = new Set<Power>(['read', ...powersOf(allowRuns, 'runs'), ...powersOf(allowChanges, 'changes')]);
    // A library that no other command needs.
    const { serveMcp } = await import('../mcp/serve-mcp.ts');
    const { host } = local(command);
    await serveMcp(host, { version: program.version() ?? '', powers, open: () => open(command) });
  });
}

const powersOf = (given: true | undefined, power: Power): Power[] => (given ? [power] : []);
