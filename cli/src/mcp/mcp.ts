import { once } from "node:events";
import { flag } from "../option.ts";
import { command } from "../row.ts";

/** `segue mcp`: lets an assistant work with an organization's catalogue. */
export const mcpCommand = command("mcp", "serve the Model Context Protocol over standard input and output", {
  options: { write: flag("--write", "offer tools that change something; without it, all tools only read") },
  examples: ["mcp", "mcp --sandbox --write"],
  async run({ connect, typed }, { write }) {
    const { client } = connect();
    // Loaded here, because no other command needs the protocol.
    const { serveTools } = await import("./server.ts");
    const hasEnded = once(process.stdin, "end");
    const server = await serveTools(client, { has_writes: write === true, starting_writes: typed("mcp --write") });
    await hasEnded;
    await server.close();
  },
});
