// The rules of a delivery once more, in as few words as they can be said, to compare the service with. Nothing is taken from
// the product but by reading what it promises.
//
// Steps that happen at once can happen in several orders. So the model answers with every state that some order leads to: an
// operation is one step, work on a store is two (it begins, it ends), and steps of different hands mix freely.

export type Kind = "by_hand" | "rejects_first" | "flags_first" | "unreachable";
/** In the order of the delivery. */
export const kinds: readonly Kind[] = ["by_hand", "rejects_first", "flags_first", "unreachable"];
/** The only one that takes no updates. */
export const WITHOUT_UPDATES = kinds.indexOf("flags_first");

export type Action = "resubmit" | "update" | "takedown" | "cancel";
export type Answered = "delivered" | "rejected" | "action_required" | "taken_down";
export type Operation =
  | { action: Action; stores: number[] | undefined }
  | { answer: Answered; store: number; by: "simulator" | "operator" };

type Task = { attempt: number; step: "send" | "poll" | "takedown" | "poll_takedown" };
type Place = {
  status: string;
  attempts: number;
  failures: number;
  history: string[];
  due: "now" | "later" | "no";
  /** The store has received the takedown. */
  is_asked: boolean;
  is_paused: boolean;
  /** The status that a cancel of this attempt restores; undefined for the first attempt. */
  before: string | undefined;
  /** The store has taken it once. */
  has_it: boolean;
  in_hand: Task | undefined;
};
type Events = { completed: number; taken_down: number; store_updated: number; release_changed: number };
export type State = { places: Place[]; events: Events; release: string; answers: Record<number, number> };

const fresh = {
  ...({ status: "queued", attempts: 1, failures: 0, due: "now", is_asked: false } as const),
  ...({ before: undefined, has_it: false, in_hand: undefined } as const),
};
/** Only the history shows the others. */
const with_event = [
  "stalled",
  "delivered",
  "rejected",
  "action_required",
  "takedown_requested",
  "taken_down",
  "cancelled",
];

export function newState(paused: readonly boolean[]): State {
  const places = kinds.map((_, store): Place => ({ ...fresh, history: ["queued"], is_paused: paused[store] === true }));
  return {
    places,
    // It was submitted.
    events: { completed: 0, taken_down: 0, store_updated: 0, release_changed: 1 },
    release: "submitted",
    answers: {},
  };
}

/** The state as the service shows it. */
export function visible({ places, events, release, answers }: State) {
  const stores = places.map(({ status, attempts, history }) => ({ status, attempts, history }));
  return { status: overall(places), stores, events, release, answers };
}

function overall(places: readonly Place[]): string {
  const has = (...statuses: string[]) => places.some(({ status }) => statuses.includes(status));
  if (places.every(({ status }) => status === "cancelled")) return "cancelled";
  if (has("rejected")) return "rejected";
  if (has("action_required")) return "action_required";
  if (has("queued", "sending", "ingesting", "stalled")) return "in_progress";
  if (has("takedown_requested")) return "delivered";
  return has("taken_down") ? "taken_down" : "delivered";
}

type Change = Partial<Place> & { to?: string };
type Changes = readonly (readonly [store: number, change: Change])[];

/** One transaction: stores change, and the events follow from before and after. */
function change(before: State, changes: Changes): State {
  const places = [...before.places];
  const events = { ...before.events };
  for (const [store, { to, ...rest }] of changes) {
    const place = places[store] as Place;
    const moved = to === undefined ? {} : { status: to, history: [...place.history, to] };
    if (to !== undefined && to !== place.status && with_event.includes(to)) events.store_updated++;
    places[store] = { ...place, ...moved, ...rest, has_it: place.has_it || to === "delivered" };
  }
  const [was, is] = [overall(before.places), overall(places)];
  if (was !== is && was !== "taken_down" && ["delivered", "rejected", "action_required"].includes(is))
    events.completed++;
  const waits = (all: readonly Place[]) => all.some(({ status }) => status === "takedown_requested");
  // Only a confirmation ends a wait for a takedown.
  if (waits(before.places) && !waits(places)) events.taken_down++;
  const release = settledStatus(places) ?? before.release;
  if (release !== before.release) events.release_changed++;
  return { ...before, places, events, release };
}

/** The release is where one store has it, else on its way, else refused, else gone again. */
function settledStatus(places: readonly Place[]): string | undefined {
  const has = (...statuses: string[]) => places.some(({ status }) => statuses.includes(status));
  const sent = ["queued", "sending", "ingesting", "stalled"];
  if (has("delivered", "takedown_requested")) return "delivered";
  if (places.some(({ status, has_it }) => has_it && sent.includes(status))) return "delivered";
  if (has(...sent, "action_required")) return "submitted";
  if (has("rejected")) return "rejected";
  return has("taken_down") ? "submitted" : undefined;
}

const possibleFrom: Record<Action, readonly string[]> = {
  resubmit: ["rejected", "action_required"],
  update: ["delivered"],
  takedown: ["delivered", "rejected", "action_required"],
  cancel: ["queued", "stalled"],
};
const accepted: Record<Action, number> = { resubmit: 200, update: 202, takedown: 202, cancel: 200 };

/** The state after it, with the answer's code under its number. */
function operate(state: State, operation: Operation, number: number): State {
  const answered = (code: number, after = state): State => ({
    ...after,
    answers: { ...after.answers, [number]: code },
  });
  if ("answer" in operation) {
    const { store, answer } = operation;
    return fits(state, store, answer) ? answered(200, change(state, [[store, answeredAs(answer)]])) : answered(409);
  }
  const { action, stores } = operation;
  const can = (store: number) => {
    const { status, has_it, in_hand } = state.places[store] as Place;
    if (!possibleFrom[action].includes(status)) return false;
    if (action === "takedown") return has_it;
    if (action === "cancel") return !(status === "stalled" && in_hand);
    return !(action === "update" && store === WITHOUT_UPDATES);
  };
  const chosen = stores ?? kinds.map((_, store) => store).filter(can);
  if (chosen.length === 0 || !chosen.every(can)) return answered(409);
  return answered(
    accepted[action],
    change(
      state,
      chosen.map((store) => [store, changeBy(action, state.places[store] as Place)]),
    ),
  );
}

function changeBy(action: Action, { status, attempts, before }: Place): Change {
  if (action === "cancel") return { to: before ?? "cancelled", failures: 0, due: "no" };
  if (action === "takedown") return { to: "takedown_requested", due: "now", is_asked: false };
  return { to: "queued", attempts: attempts + 1, failures: 0, due: "now", before: status };
}

function fits({ places }: State, store: number, answer: Answered): boolean {
  const status = places[store]?.status ?? "";
  if (answer === "taken_down") return status === "takedown_requested";
  const open = ["queued", "sending", "ingesting", "stalled", "rejected", "action_required"];
  return open.includes(status) || (status === "delivered" && answer !== "delivered");
}

const answeredAs = (answer: Answered): Change => ({ to: answer, failures: 0, due: "no" });

function taskOf({ status, is_asked, attempts }: Place): Task | undefined {
  if (["queued", "sending", "stalled"].includes(status)) return { attempt: attempts, step: "send" };
  if (status === "ingesting") return { attempt: attempts, step: "poll" };
  if (status !== "takedown_requested") return undefined;
  return { attempt: attempts, step: is_asked ? "poll_takedown" : "takedown" };
}

function beginWork(state: State, store: number): State {
  const place = state.places[store] as Place;
  const in_hand = taskOf(place);
  if (!in_hand || place.is_paused) return change(state, [[store, { due: "no" }]]);
  const isFirst = in_hand.step === "send" && place.status === "queued";
  return change(state, [[store, { due: "no", in_hand, ...(isFirst && { to: "sending" }) }]]);
}

function endWork(before: State, store: number): State {
  const { in_hand: task, ...place } = before.places[store] as Place;
  const state = change(before, [[store, { in_hand: undefined }]]);
  const present = taskOf({ ...place, in_hand: undefined });
  const isPresent = task !== undefined && present?.step === task.step && present.attempt === task.attempt;
  const said = task ? reply(kinds[store] as Kind, task) : "nothing";
  if (said === "failure") {
    const failures = place.failures + 1;
    const stalls = place.status === "sending" && failures >= 3;
    return isPresent ? change(state, [[store, { failures, due: "later", ...(stalls && { to: "stalled" }) }]]) : state;
  }
  const has = isPresent && task.step === "send" ? [arrival(store)] : [];
  if (said === "nothing") return change(state, has);
  if (said === "later") return isPresent ? change(state, [...has, [store, { due: "later", is_asked: true }]]) : state;
  if (task?.attempt === place.attempts && (has.length > 0 || fits(state, store, said)))
    return change(state, [...has, [store, answeredAs(said)]]);
  return change(state, [[store, { history: [...place.history, `${said}, ignored`] }]]);
}

const arrival = (store: number) => [store, { to: "ingesting", failures: 0 }] as const;

function reply(kind: Kind, { attempt, step }: Task): "failure" | "nothing" | "later" | Answered {
  if (kind === "by_hand") return "nothing";
  if (kind === "unreachable") return "failure";
  if (kind === "rejects_first" && (step === "send" || step === "takedown")) return "later";
  if (step === "takedown" || step === "poll_takedown") return "taken_down";
  if (attempt > 1) return "delivered";
  return kind === "rejects_first" ? "rejected" : "action_required";
}

/** Every state to which these can lead, done at once; with `work`, while all that is due is done. */
export function outcomes(from: readonly State[], operations: readonly Operation[], work: "work" | "no work"): State[] {
  const seen = new Set<string>();
  const ends: State[] = [];
  const visit = (state: State, left: readonly number[]): void => {
    const mark = JSON.stringify([state, left]);
    if (seen.has(mark)) return;
    seen.add(mark);
    const next = left.map((number) => () => {
      visit(
        operate(state, operations[number] as Operation, number),
        left.filter((other) => other !== number),
      );
    });
    if (work === "work")
      for (const [store, { in_hand, due }] of state.places.entries()) {
        if (in_hand) next.push(() => visit(endWork(state, store), left));
        else if (due === "now") next.push(() => visit(beginWork(state, store), left));
      }
    for (const step of next) step();
    if (next.length === 0) ends.push(state);
  };
  for (const state of from) visit({ ...state, answers: {} }, [...operations.keys()]);
  return ends;
}

/** Longer than everything waits. */
export function afterHours(states: readonly State[]): State[] {
  return states.map((state) => ({
    ...state,
    places: state.places.map((place) => (place.due === "later" ? { ...place, due: "now" as const } : place)),
  }));
}

export function withStore(states: readonly State[], store: number, status: "paused" | "active"): State[] {
  return states.map((state) => {
    const goesOn = (place: Place) =>
      status === "active" && taskOf(place) ? { due: "now" as const, is_asked: false } : {};
    const places = state.places.map((place, index) =>
      index === store ? { ...place, ...goesOn(place), is_paused: status === "paused" } : place,
    );
    return { ...state, places };
  });
}
