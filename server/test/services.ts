// The services of one test file: each is stopped and its folder removed at the end, whatever became of the test.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type ServiceProcess, startService } from "./service-process.ts";

export type Services = {
  makeFolder(): string;
  start(variables: Record<string, string>): ServiceProcess;
  /** As an operator does; it must end well. */
  stop(service: ServiceProcess): Promise<void>;
  close(): Promise<void>;
};

export function openServices(): Services {
  const folders: string[] = [];
  const services: ServiceProcess[] = [];
  return {
    makeFolder() {
      const folder = mkdtempSync(join(tmpdir(), "segue-main-"));
      folders.push(folder);
      return folder;
    },
    start(variables) {
      const service = startService(variables);
      services.push(service);
      return service;
    },
    async stop(service) {
      service.child.kill("SIGTERM");
      expect(await service.exit).toEqual({ code: 0, signal: null });
    },
    async close() {
      for (const { child } of services) child.kill("SIGTERM");
      await Promise.all(services.map(({ exit }) => exit));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
