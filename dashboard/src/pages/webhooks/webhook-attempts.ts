// The latest attempts at one endpoint. The API lists attempts by event, so those of the endpoint's latest events are read, each
// again only when another attempt was made.

import type { Attempt, Event } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { PAGE_ROWS, queryClient, useRead } from "../../data/data.ts";

export type EndpointAttempt = Attempt & { event_type: Event["event_type"]; isDelivered: boolean };

/** Each costs a request. */
const EVENTS = 20;

export function useAttempts(webhook_id: string) {
  return useRead(["webhooks.attempts", webhook_id], () => readAttempts(webhook_id), { isLive: "slowly" });
}

async function readAttempts(webhook_id: string): Promise<EndpointAttempt[]> {
  const { data } = await segue.events.list({ limit: PAGE_ROWS });
  const tried = data.flatMap((event) => {
    const dispatch = event.dispatches.find((one) => one.webhook_id === webhook_id);
    return dispatch && dispatch.attempts > 0 ? [{ event, attempts: dispatch.attempts }] : [];
  });
  const found: EndpointAttempt[] = [];
  for (const { event, attempts } of tried.slice(0, EVENTS)) {
    const list = await queryClient.fetchQuery({
      queryKey: ["events.attempts", event.id, webhook_id, attempts],
      queryFn: () => segue.events.attempts(event.id, { limit: PAGE_ROWS }),
      staleTime: Number.POSITIVE_INFINITY,
    });
    for (const attempt of list.data)
      if (attempt.webhook_id === webhook_id)
        found.push({ ...attempt, event_type: event.event_type, isDelivered: isDelivered(attempt) });
  }
  return found.sort((a, b) => b.created_at.localeCompare(a.created_at));
}

export function isDelivered({ status_code, error }: Attempt): boolean {
  return status_code !== null && status_code >= 200 && status_code < 300 && !error;
}
