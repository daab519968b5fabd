import { describe, expect, it } from "vitest";
import { ApiError } from "./errors.ts";
import { type Transitions, transition } from "./state-machine.ts";

const lamp = {
  switch_on: { from: ["off", "dim"], to: "on", event: "lamp.lit" },
  break: { from: ["on"], to: "broken", event: "none" },
} as const satisfies Transitions<"off" | "dim" | "on" | "broken", "lamp.lit">;

describe("a table of transitions", () => {
  it("answers with the row that applies", () => {
    expect(transition(lamp, "switch_on", "dim")).toBe(lamp.switch_on);
  });

  it("refuses a move that cannot start here, and says where it can", () => {
    const attempt = () => transition(lamp, "switch_on", "broken");
    expect(attempt).toThrow(ApiError);
    expect(attempt).toThrow("needs the status off or dim; the present status is broken");
  });
});
