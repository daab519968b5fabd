/**
 * A statement in its place among others. A bare one is sent when it is waited for, which is after those of the functions
 * beside it: a `begin` came after what it was to enclose, and the floor paid for commits of its own.
 */
export function inOrder<T>(statement: PromiseLike<T>): Promise<T> {
  return Promise.resolve(statement);
}
