import type { Segue } from "@segue/sdk";
import type { Static, TObject } from "typebox";

/** A tool of the Model Context Protocol. The assistant gets the answer of `run` as JSON. */
export type McpTool = {
  name: string;
  description: string;
  input: TObject;
  run(client: Segue, input: Record<string, unknown>): Promise<object>;
};

type Definition<Input extends TObject> = Omit<McpTool, "input" | "run"> & {
  input: Input;
  run(client: Segue, input: Static<Input>): Promise<object>;
};

/** The service checks every value, so a wrong one becomes its error message. */
export function mcpTool<Input extends TObject>(definition: Definition<Input>): McpTool {
  return { ...definition, run: (client, input) => definition.run(client, input as Static<Input>) };
}
