import { giveUpDispatch, tryDispatchAgain } from "../events/actions.ts";
import { attemptDispatch, attemptDispatchAgain } from "../events/job-definitions.ts";
import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import { forgetWebhook, redeliverRange } from "./job-definitions.ts";
import { forgetMore, forgetSome, redeliverSome } from "./redelivery.ts";
import { type AttemptParts, createSender, recordSent } from "./send.ts";

export function webhookJobs(parts: AttemptParts): JobHandler[] {
  const send = createSender(parts);
  const attempts = [attemptDispatch, attemptDispatchAgain].map((definition) =>
    handler(definition, {
      prepare: (ctx, { payload }) => send(ctx, payload),
      handleAll: (ctx, prepared) =>
        recordSent(
          ctx,
          parts,
          prepared.map(({ outcome }) => outcome),
        ),
      parked: (ctx, { payload }) => giveUpDispatch(ctx, payload),
      retried: (ctx, { payload }) => tryDispatchAgain(ctx, payload),
    }),
  );
  return [
    ...attempts,
    handler(redeliverRange, {
      handle: (ctx, { payload }) => redeliverSome(ctx, payload),
      is_long: true,
      parked: "The events that it did not reach stay `undelivered`.",
    }),
    handler(forgetWebhook, {
      prepare: (ctx, { payload }) => forgetSome(ctx, payload.webhook_id),
      handle: async (ctx, { payload }, hasMore) => {
        if (hasMore) await forgetMore(ctx, payload.webhook_id);
      },
      parked: "The endpoint is deleted, so its undelivered events are not shown any more.",
    }),
  ];
}
