// The words for refusals and for what did not work.

export const errorWords = {
  unexpected: (status: number) => `The service did not answer as expected (status ${status}). Try again.`,
  notReady: (status: string) => `The file is not ready: it is ${status}.`,
  failed: "That did not work",
  unreachable: "The service cannot be reached. Check that it runs, then try again.",
  request: (request_id: string | undefined) => `Request ${request_id}`,
  ofField: (issue: string) => `It ${issue}.`,
  mostSelected: (rows: number) => `At most ${rows} can be selected at once.`,
} as const;
