import { once } from "node:events";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf } from "../command.ts";

/** `segue mcp`: lets an assistant work with an organization's catalogue. */
export function mcpCommand(variables: Variables): Command {
  const command = new Command("mcp").description("serve the Model Context Protocol over standard input and output");
  command.option("--write", "offer tools that change something; without it, all tools only read");
  examples(command, ["mcp", "mcp --sandbox --write"]);
  return command.action(async ({ write }: { write?: true }) => {
    const { client } = handsOf(variables, command, "organization");
    // Loaded here, because no other command needs the protocol.
    const { serveTools } = await import("./server.ts");
    const hasEnded = once(process.stdin, "end");
    const server = await serveTools(client, { has_writes: write === true });
    await hasEnded;
    await server.close();
  });
}
