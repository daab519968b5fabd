/** `make` is called at the first use, and its result is kept. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same for what is made in steps. A use that comes while it is being made makes its own. */
export function onceInSteps<T>(
  make: () => Generator<undefined, T, undefined>,
): () => Generator<undefined, T, undefined> {
  let made: { value: T } | undefined;
  return function* () {
    made ??= { value: yield* make() };
    return made.value;
  };
}
