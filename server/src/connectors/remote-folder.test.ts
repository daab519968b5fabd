import { expect, test } from "vitest";
import { connectRemoteFolder, type RemoteFolder } from "./remote-folder.ts";

test("a folder that takes minutes to list is read all the same: the time for reading begins after the list", async () => {
  let now_ms = 0;
  const clock = { now: () => new Date(now_ms) };
  const shelf: RemoteFolder = {
    put: async () => true,
    async filesIn() {
      now_ms += 120_000;
      return ["1.xml", "2.xml", "3.xml"].map((name) => ({ name, version: "1" }));
    },
    async read() {
      now_ms += 30_000;
      return Buffer.from("<a/>");
    },
    close: () => {},
  };
  const settings = { folder: "", acknowledgements: "acknowledgements" };
  const connector = connectRemoteFolder({ settings, clock } as never, async () => shelf);
  const { signal } = new AbortController();
  const collected = await connector.collect?.({ signal, unseen: async (listed) => [...listed] });
  expect(collected?.files.map(({ name }) => name)).toEqual(["1.xml", "2.xml"]);
  expect(collected?.has_more).toBe(true);
});
