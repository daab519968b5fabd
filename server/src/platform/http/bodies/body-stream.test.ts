import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropRest } from "./body-stream.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A request that was answered before its body had ended. */
function answeredEarly() {
  const request = Object.assign(new EventEmitter(), {
    complete: false,
    isClosed: false,
    resume: () => request,
    socket: {
      destroyed: false,
      destroy() {
        request.isClosed = true;
      },
    },
  });
  dropRest(request as never);
  return request;
}

test("a body that goes on after its answer ends the connection", async () => {
  const request = answeredEarly();
  vi.advanceTimersByTime(2_000);
  await nextTurn();
  expect(request.isClosed).toBe(true);
});

test("a body that has arrived is read first, if this process was too busy to do so in time", async () => {
  const request = answeredEarly();
  vi.advanceTimersByTime(2_000);
  // The same turn of the event loop reads what waits in the socket.
  request.complete = true;
  await nextTurn();
  expect(request.isClosed).toBe(false);
});

test("a body that has ended keeps its connection", async () => {
  const request = answeredEarly();
  request.complete = true;
  request.emit("close");
  vi.advanceTimersByTime(10_000);
  await nextTurn();
  expect(request.isClosed).toBe(false);
});
