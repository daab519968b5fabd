// One writer at a time. A link may be used any number of times at once; if all requests could write together, one link
// would fill the storage.
//
// The request that sends bytes holds a claim in the asset's row, timed by the database's clock. The claim is renewed while
// bytes move and given back at the end. If the client, the network or this process is gone, the claim expires in seconds.
// A second request waits that long, and is refused if the claim is still held. A writer that lost its claim stops when it
// notices. Correctness does not depend on claims: the transaction that completes an upload decides.

import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../platform/context.ts";
import { isUnavailable } from "../platform/database/failure.ts";
import { ApiError, notFound } from "../platform/errors.ts";
import type { Pass } from "./links.ts";
import { claimUpload, releaseUpload, renewUpload } from "./queries.ts";

const CLAIM_S = 3;
const RENEW_AFTER_MS = 750;
// Together longer than a claim: a client that sends again after a crash finds that the dead writer's claim has expired.
const TRIES = 18;
const TRY_AGAIN_MS = 200;

/** Passes bytes on while the claim is held and the link is valid. The sweep may remove an older upload as dead. */
export type Hold = <Bytes extends Uint8Array>(bytes: AsyncIterable<Bytes>) => AsyncGenerator<Bytes>;

export async function asOnlyWriter<T>(ctx: Context, pass: Pass, work: (hold: Hold) => Promise<T>): Promise<T> {
  const { organization_id, asset_id } = pass;
  const claim = { organization_id, asset_id, writer: ctx.chance.uuid(), claim_s: CLAIM_S };
  await takeClaim(ctx, claim);
  try {
    return await work(holdClaim(ctx, pass, claim));
  } finally {
    await releaseUpload(ctx.db, claim).catch((error: unknown) => {
      // Ignore a failure here: the claim expires by itself, and the client needs the outcome of the upload.
      if (!isUnavailable(error)) throw error;
    });
  }
}

type Claim = { organization_id: string; asset_id: string; writer: string; claim_s: number };

async function takeClaim(ctx: Context, claim: Claim): Promise<void> {
  for (let tries = 1; !(await claimUpload(ctx.db, claim)); tries++) {
    if (tries === TRIES) throw underWay();
    await sleep(TRY_AGAIN_MS);
  }
}

function holdClaim(ctx: Context, pass: Pass, claim: Claim): Hold {
  const end_ms = new Date(pass.expires_at).getTime();
  return async function* (bytes) {
    let renewed_ms = performance.now();
    for await (const chunk of bytes) {
      if (ctx.clock.now().getTime() > end_ms) throw notFound("upload link");
      if (performance.now() - renewed_ms > RENEW_AFTER_MS) {
        if (!(await renewUpload(ctx.db, claim))) throw underWay();
        renewed_ms = performance.now();
      }
      yield chunk;
    }
  };
}

function underWay(): ApiError {
  return new ApiError("invalid_state", "Another upload of this asset is running; try again when it has ended.");
}
