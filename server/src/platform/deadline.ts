import { ApiError } from "./errors.ts";

/** The client gets an answer, even if the work hangs. */
export function withDeadline<T>(limit_ms: number, answer: Promise<T>, late: () => Error = outOfTime): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limit_ms);
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

export function outOfTime(): ApiError {
  return new ApiError("service_unavailable", "The service did not answer in time.", [], { "retry-after": "5" });
}
