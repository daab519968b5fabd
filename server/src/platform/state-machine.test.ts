import { describe, expect, it } from "vitest";
import { ApiError } from "./errors.ts";
import { assertMove, type Transitions, transition } from "./state-machine.ts";

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

  it("takes a status that a row leads to, or the present one, and refuses any other", () => {
    expect(() => assertMove(lamp, "dim", "on")).not.toThrow();
    expect(() => assertMove(lamp, "broken", "broken")).not.toThrow();
    expect(() => assertMove(lamp, "broken", "on")).toThrow("The status cannot change from broken to on.");
  });
});
