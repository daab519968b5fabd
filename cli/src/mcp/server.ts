// The Model Context Protocol over standard input and output. A refusal of the service is an answer that the assistant can
// read and act on, not an error of the protocol.

import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Segue, SegueArgumentError, SegueConnectionError, SegueError } from "@segue/sdk";
import manifest from "../../package.json" with { type: "json" };
import { readTools } from "./read-tools.ts";
import type { McpTool } from "./tool.ts";
import { writeTools } from "./write-tools.ts";

const INSTRUCTIONS = `Segue delivers music releases to stores and accounts for their royalties.
Search the catalogue for ids, preflight a release before it is submitted, and follow its delivery store by store.
search_documentation explains every term and error.`;

/** `starting_writes`: the command that offers all tools. */
type Offer = { has_writes: boolean; starting_writes: string };

export async function serveTools(client: Segue, { has_writes, starting_writes }: Offer): Promise<Server> {
  const tools = has_writes ? [...readTools, ...writeTools] : readTools;
  const server = new Server(
    { name: "segue", version: manifest.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describe) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      return failure(`There is no tool ${params.name}. Tools that change something need \`${starting_writes}\`.`);
    try {
      return answer(await tool.run(client, params.arguments ?? {}));
    } catch (error) {
      return failure(sentenceOf(error));
    }
  });
  await server.connect(new StdioServerTransport());
  return server;
}

function describe(tool: McpTool) {
  const isRead = readTools.includes(tool);
  const annotations = {
    readOnlyHint: isRead,
    destructiveHint: tool.name.startsWith("take_down"),
    idempotentHint: true,
  };
  const inputSchema = { ...tool.input, type: "object" as const };
  return { name: tool.name, description: tool.description, inputSchema, annotations };
}

function answer(value: object) {
  return { content: [{ type: "text" as const, text: JSON.stringify(value, null, 1) }] };
}

function failure(text: string) {
  return { content: [{ type: "text" as const, text }], isError: true };
}

/** Anything else is a bug, which the protocol reports. */
function sentenceOf(error: unknown): string {
  if (error instanceof SegueArgumentError || error instanceof SegueConnectionError) return error.message;
  if (!(error instanceof SegueError)) throw error;
  const details = error.details.map(({ field, issue }) => `\n${field || "body"}: ${issue}`).join("");
  return `${error.code}: ${error.message}${details}\nrequest id ${error.request_id}`;
}
