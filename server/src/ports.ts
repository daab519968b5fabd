// The ports of the service are tried before anything is made: a first start that cannot listen leaves no data folder behind.

import { once } from "node:events";
import { createServer } from "node:net";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import { type EnvironmentName, environments } from "./settings.ts";

type Place = { host: string; port: number; port_variable: string };

export async function assertPortsFree({ host, listeners }: Pick<Config, "host" | "listeners">): Promise<void> {
  for (const name of Object.keys(listeners) as EnvironmentName[]) {
    const place = { host, port: listeners[name].port, port_variable: environments[name].port_variable };
    const server = createServer();
    try {
      server.listen({ host, port: place.port });
      await once(server, "listening");
    } catch (error) {
      throw listenError(error as NodeJS.ErrnoException, place);
    }
    server.close();
    await once(server, "close");
  }
}

export function listenError(error: NodeJS.ErrnoException, { host, port, port_variable }: Place): Error {
  if (error.code === "EADDRINUSE") return new ConfigError(`Port ${port} is in use; set ${port_variable} to another.`);
  if (error.code === "EACCES")
    return new ConfigError(`This user may not open port ${port}; set ${port_variable} to a port above 1023.`);
  return new ConfigError(`SEGUE_HOST=${host} is not an address of this machine (${error.code}).`);
}
