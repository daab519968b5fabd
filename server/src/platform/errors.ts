export class ApiError extends Error {
  constructor(
    public readonly code: string,
    message: string,
    public readonly details: { field: string; issue: string }[] = [],
  ) {
    super(message);
  }
}
