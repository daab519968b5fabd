import { expect, test } from "vitest";
import { cloneDatabase, createWorld } from "../test/world.ts";

test("production and sandbox never share a database, whatever its address is called", async () => {
  const database = await cloneDatabase();
  const production = await createWorld({ database });
  await expect(createWorld({ database, environment: "sandbox" })).rejects.toThrow(
    "The database of sandbox already belongs to production: give each environment its own database.",
  );
  await production.close();
});
