// Everything at once against a real service: `npm run test:hostile` sends a million requests, `npm test` plays each move once.

import { expect, test } from "vitest";
import { atScale } from "../faults/scale.ts";
import { runCampaign } from "./campaign.ts";

const SHORT = atScale({ short: 40, whole: 250, full: 250 });
const isShort = process.env.HOSTILE_REQUESTS === undefined;
const requests = Number(process.env.HOSTILE_REQUESTS ?? SHORT);
/** The short form is the same each time. */
const seed = Number(process.env.HOSTILE_SEED ?? (isShort ? 1 : Date.now() % 2 ** 31));

test(
  "hostile requests at once: no fault of the service, no wrong answer to a bystander, no held event loop, no lost memory",
  async () => {
    const { faults } = await runCampaign({ seed, requests });
    expect([...faults].map(([kind, { times }]) => `${kind}, ${times} times`)).toEqual([]);
  },
  isShort ? 300_000 : 0,
);
