// How many steps a backtracking engine takes for a pattern, and which text makes it take most.
//
// JavaScript's engine tries every place of a text and every way to divide it. A pattern such as `\s+$` then takes a number
// of steps that grows with the square of the text, and one request stops the process. Seconds depend on the machine, so
// this is a small engine of our own that counts its steps. It reads the syntax that we use and refuses any other.
//
// Texts that hurt are made of the pattern itself: for each of its loops, what leads to the loop, many rounds of what it
// takes, and an end that it does not.

type Node =
  | { kind: "atom"; accepts: (character: string) => boolean; literal: string }
  | { kind: "sequence" | "choice"; parts: Node[] }
  | { kind: "group"; body: Node }
  | { kind: "loop"; body: Node; min: number; max: number; is_lazy: boolean }
  | { kind: "edge"; holds: (before: string, after: string) => boolean }
  | { kind: "look"; body: Node; is_behind: boolean; is_negative: boolean }
  | { kind: "same"; number: number };

export type Pattern = { root: Node; loops: { before: string[]; takes: string[] }[]; letters: string[] };

// A loop that ends sooner than this is no loop: it adds a number, not a factor.
const SHORT_LOOP = 32;
const probes = [..." aAxX01-–_.,:;/&+()[]{}\"'\\%@#=*~<>|!?\n\tÉé中"];

export function readPattern(source: string, flags: string): Pattern {
  const root = readAll(source, flags);
  const letters = new Set<string>();
  const loops: Pattern["loops"] = [];
  const collect = (node: Node, before: string[]): void => {
    if (node.kind === "atom") for (const letter of samples(node)) letters.add(letter);
    if (node.kind === "sequence") {
      let lead = before;
      for (const part of node.parts) {
        collect(part, lead);
        lead = joined(lead, samples(part));
      }
    } else if (node.kind === "choice") for (const part of node.parts) collect(part, before);
    else if (node.kind === "loop") {
      if (node.max > SHORT_LOOP) loops.push({ before, takes: samples(node.body) });
      collect(node.body, before);
    } else if (node.kind === "group" || node.kind === "look") collect(node.body, before);
  };
  collect(root, [""]);
  return { root, loops, letters: [...letters] };
}

const MAX_SAMPLES = 3;

/** Some texts that the node takes; of a loop, one round. */
function samples(node: Node): string[] {
  if (node.kind === "atom") {
    const taken = [...new Set([node.literal, ...probes])].filter((letter) => letter !== "" && node.accepts(letter));
    // Blanks are in most loops, and what separates them in most patterns is a letter or a sign.
    return taken.slice(0, 2);
  }
  if (node.kind === "sequence") return node.parts.map(samples).reduce(joined, [""]);
  if (node.kind === "choice") return node.parts.flatMap((part) => samples(part).slice(0, 1)).slice(0, MAX_SAMPLES);
  if (node.kind === "group" || node.kind === "loop") return samples(node.body);
  return [""];
}

function joined(heads: string[], tails: string[]): string[] {
  const ends = tails.length > 0 ? tails : [""];
  return heads.flatMap((head) => ends.map((tail) => head + tail)).slice(0, MAX_SAMPLES);
}

export type Worst = { text: string; growth: number };

const ROUNDS = 8;
// A text twice as long takes twice as many steps; where the square hides in it, more than that.
const LINEAR = 2.45;

/** A text for which the steps grow faster than the text does, if the pattern has one. */
export function findWorst(pattern: Pattern): Worst | undefined {
  const ends = new Set(["", "\n", "\0", "a", "!", ...pattern.letters.slice(0, 3)]);
  for (const { before, takes } of pattern.loops) {
    const leads = [...new Set(["", ...before])];
    const rounds = new Set([...takes, " ", ...joined(before, takes)].filter((round) => round !== ""));
    for (const lead of leads)
      for (const round of rounds)
        for (const end of ends) {
          const growth = growthOf(pattern, (count) => lead + round.repeat(count) + end);
          if (growth > LINEAR)
            return { text: `${JSON.stringify(lead)} + ${JSON.stringify(round)} × n + ${JSON.stringify(end)}`, growth };
        }
  }
  return undefined;
}

function growthOf(pattern: Pattern, text: (count: number) => string): number {
  const [once, twice] = [countSteps(pattern, text(ROUNDS)), countSteps(pattern, text(2 * ROUNDS))];
  if (twice > MAX_STEPS) return Number.POSITIVE_INFINITY;
  // These two decide most patterns. The difference takes away the cost of a search besides its loops.
  if (twice < once * 2.1) return 1;
  const fourfold = countSteps(pattern, text(4 * ROUNDS));
  return (fourfold - twice) / (twice - once);
}

// A search that is cut off here is far beyond linear already.
const MAX_STEPS = 300_000;

/** All matches of a text, one after the other, as `split`, `replaceAll` and `matchAll` look for them. */
function countSteps({ root }: Pattern, text: string): number {
  const letters = [...text];
  const groups: (string | undefined)[] = [];
  let steps = 0;

  function match(node: Node, at: number, next: (at: number) => boolean): boolean {
    if (++steps > MAX_STEPS) return true;
    if (node.kind === "atom") {
      const letter = letters[at];
      return letter !== undefined && node.accepts(letter) && next(at + 1);
    }
    if (node.kind === "edge") return node.holds(letters[at - 1] ?? "", letters[at] ?? "") && next(at);
    if (node.kind === "choice") return node.parts.some((part) => match(part, at, next));
    if (node.kind === "sequence") return matchParts(node.parts, 0, at, next);
    if (node.kind === "look") return looks(node, at) !== node.is_negative && next(at);
    if (node.kind === "loop") return matchLoop(node, 0, at, next);
    if (node.kind === "group") {
      return match(node.body, at, (end) => {
        groups.push(letters.slice(at, end).join(""));
        const isMatch = next(end);
        if (!isMatch) groups.pop();
        return isMatch;
      });
    }
    if (node.kind !== "same") return false;
    const same = [...(groups[node.number - 1] ?? "")];
    steps += same.length;
    return same.every((letter, index) => letters[at + index] === letter) && next(at + same.length);
  }
  function matchParts(parts: Node[], index: number, at: number, next: (at: number) => boolean): boolean {
    const part = parts[index];
    return part ? match(part, at, (end) => matchParts(parts, index + 1, end, next)) : next(at);
  }
  function matchLoop(loop: Node & { kind: "loop" }, round: number, at: number, next: (at: number) => boolean): boolean {
    const more = () =>
      round < loop.max &&
      match(loop.body, at, (end) => (end > at || round < loop.min) && matchLoop(loop, round + 1, end, next));
    if (round < loop.min) return more();
    return loop.is_lazy ? next(at) || more() : more() || next(at);
  }
  function looks({ body, is_behind }: Node & { kind: "look" }, at: number): boolean {
    if (!is_behind) return match(body, at, () => true);
    for (let from = at; from >= Math.max(0, at - widthOf(body)); from--)
      if (match(body, from, (end) => end === at)) return true;
    return false;
  }

  for (let at = 0; at <= letters.length && steps <= MAX_STEPS; ) {
    let end = -1;
    groups.length = 0;
    match(root, at, (found) => {
      end = found;
      return true;
    });
    at = end > at ? end : at + 1;
  }
  return steps;
}

/** How many letters it takes at most. */
function widthOf(node: Node): number {
  if (node.kind === "sequence") return node.parts.reduce((sum, part) => sum + widthOf(part), 0);
  if (node.kind === "choice") return Math.max(...node.parts.map(widthOf));
  if (node.kind === "loop") return node.max * widthOf(node.body);
  if (node.kind === "group") return widthOf(node.body);
  return node.kind === "atom" ? 1 : 0;
}

const isWord = (letter: string) => /^\w$/.test(letter);

function readAll(source: string, flags: string): Node {
  let at = 0;
  const isNext = (text: string) => source.startsWith(text, at);
  const take = (text: string): boolean => {
    if (!isNext(text)) return false;
    at += text.length;
    return true;
  };

  function readChoice(): Node {
    const parts = [readSequence()];
    while (take("|")) parts.push(readSequence());
    return parts.length === 1 ? (parts[0] as Node) : { kind: "choice", parts };
  }
  function readSequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && !isNext("|") && !isNext(")")) parts.push(readQuantified());
    return { kind: "sequence", parts };
  }
  function readQuantified(): Node {
    const body = readOne();
    const found = /^(?:([*+?])|\{(\d+)(,(\d*))?\})(\?)?/.exec(source.slice(at));
    if (!found) return body;
    at += found[0].length;
    const [, sign, least, comma, most, lazy] = found;
    const min = sign ? (sign === "+" ? 1 : 0) : Number(least);
    const unbounded = sign ? sign !== "?" : comma !== undefined && most === "";
    const max = unbounded ? Number.POSITIVE_INFINITY : sign ? 1 : Number(most ?? least);
    return { kind: "loop", body, min, max, is_lazy: lazy !== undefined };
  }
  function readOne(): Node {
    if (take("(")) return readGroup();
    if (take("^")) return { kind: "edge", holds: (before) => before === "" };
    if (take("$")) return { kind: "edge", holds: (_before, after) => after === "" };
    if (take("\\b")) return { kind: "edge", holds: (before, after) => isWord(before) !== isWord(after) };
    const same = /^\\([1-9])/.exec(source.slice(at));
    if (same) at += same[0].length;
    return same ? { kind: "same", number: Number(same[1]) } : readAtom();
  }
  function readGroup(): Node {
    const look = /^\?(<?)([=!])/.exec(source.slice(at));
    if (look) at += look[0].length;
    const isPlain = !look && take("?:");
    if (!look && !isPlain && isNext("?")) throw new Error(`This group is not known here: ${source.slice(at - 1)}`);
    const body = readChoice();
    if (!take(")")) throw new Error(`A group does not end: ${source}`);
    if (look) return { kind: "look", body, is_behind: look[1] === "<", is_negative: look[2] === "!" };
    return isPlain ? body : { kind: "group", body };
  }
  /** One letter: a class, an escape, a dot or itself. The real engine says what it accepts. */
  function readAtom(): Node {
    const form = /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]+\}|\\u\{[^}]+\}|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\.|[\s\S])/iu;
    const text = form.exec(source.slice(at))?.[0] ?? "";
    at += text.length;
    const real = new RegExp(`^(?:${text})$`, flags.replaceAll(/[gy]/g, ""));
    const known = new Map<string, boolean>();
    const accepts = (letter: string) => {
      const before = known.get(letter);
      if (before !== undefined) return before;
      const is = real.test(letter);
      known.set(letter, is);
      return is;
    };
    return { kind: "atom", accepts, literal: [...text].length === 1 ? text : (firstOfClass(text) ?? "") };
  }
  const root = readChoice();
  if (at < source.length) throw new Error(`This is not read to its end: ${source}`);
  return root;
}

function firstOfClass(text: string): string | undefined {
  return /^\[([^\\^])/u.exec(text)?.[1];
}
