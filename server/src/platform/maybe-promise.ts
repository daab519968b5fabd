/** A value that is usually available at once. A promise for each step of each request would cost as much as the steps. */
export type MaybePromise<T> = T | Promise<T>;

export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
