/**
 * The MCP server with the one tool that takes an agent's answer and keeps the last one in a file. It is started by the
 * agent, with the folder of the session as its argument.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ANSWER_TOOL } from '../../prompt/brief.ts';
import { ANSWER_FILE, SCHEMA_FILE } from './files.ts';

const [folder = '.'] = process.argv.slice(2);
const schema: JsonSchemaType = JSON.parse(readFileSync(join(folder, SCHEMA_FILE), 'utf8'));
const wanted = fromJsonSchema(schema)['~standard'];
/** Shows the schema but lets everything pass: whoever answers almost as wanted has answered. */
const shown = fromJsonSchema(schema, {
  getValidator: () => input => ({ valid: true, data: input as never, errorMessage: undefined }),
});

serveStdio(() => {
  const server = new McpServer({ name: 'phasewright', version: '1' }, { capabilities: { tools: {} } });
  const description =
    'Takes the result of your work. Call it once, at the end; of several results the last counts.';
  server.registerTool(ANSWER_TOOL, { description, inputSchema: shown }, take);
  return server;
});

async function take(answer: unknown): Promise<CallToolResult> {
  keep(answer);
  const { issues } = await wanted.validate(answer);
  if (!issues) return said('The result was taken.');
  const wrong = issues.map(({ message }) => message).join('; ');
  return {
    ...said(`The result is not as wanted: ${wrong}. Call the tool again with all of it.`),
    isError: true,
  };
}

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** Whoever reads meanwhile finds the old one or the new one, whole. */
function keep(answer: unknown): void {
  const beside = join(folder, `${ANSWER_FILE}.${process.pid}`);
  writeFileSync(beside, JSON.stringify(answer));
  renameSync(beside, join(folder, ANSWER_FILE));
}
