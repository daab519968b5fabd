/** A value that is usually available at once. A promise for each step of each request would cost as much as the steps. */
export type Soon<T> = T | Promise<T>;

export function whenThere<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
