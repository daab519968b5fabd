import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../test/world.ts";

let sandbox: World;
let production: World;
beforeAll(async () => {
  [sandbox, production] = await Promise.all([createWorld({ environment: "sandbox" }), createWorld()]);
});
afterAll(() => Promise.all([sandbox.close(), production.close()]));

const endpointAt = (path: string) => ({ url: `${sandbox.url}${path}`, event_type: ["delivery.completed"] });

test("an endpoint of the sandbox itself is verified and takes every event", async () => {
  const { label } = sandbox;
  const made = await label.call("POST /v1/webhooks", { body: endpointAt("/sandbox/receiver") });
  expect(made).toMatchObject({ status: 201, body: { status: "verified" } });
  const sent = await label.call("POST /v1/sandbox/events", { body: { event_type: "delivery.completed" } });
  await sandbox.runJobs();
  expect((await label.call(`GET /v1/events/${sent.body.id}`)).body).toMatchObject({ status: "delivered" });
});

test("the failing one is verified too, and refuses what follows", async () => {
  const { rival } = sandbox;
  const made = await rival.call("POST /v1/webhooks", { body: endpointAt("/sandbox/receiver/failing") });
  expect(made).toMatchObject({ status: 201, body: { status: "verified" } });
  const sent = await rival.call("POST /v1/sandbox/events", { body: { event_type: "delivery.completed" } });
  await sandbox.runJobs();
  const attempts = await rival.call(`GET /v1/events/${sent.body.id}/attempts`);
  expect(attempts.body.data).toMatchObject([{ status_code: 403 }]);
});

test("production has neither of them", async () => {
  for (const path of ["/sandbox/receiver", "/sandbox/receiver/failing"])
    expect((await production.stranger.call(`POST ${path}`, { body: {} })).status).toBe(404);
});
