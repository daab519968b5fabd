// The HTTP server: Fastify with our stages. Every answer, also those that Fastify and Node give by themselves, has a
// request id and, unless it is a success, the error object.

import Fastify from "fastify";
import { takeExpectations } from "./bodies/body-stream.ts";
import { DEFAULT_BODY_LIMIT } from "./bodies/json-body.ts";
import { followAnswers } from "./finish-answers.ts";
import type { Framework } from "./framework.ts";
import { addStages, arrivalOptions, type StageParts } from "./request-stages.ts";

export type Server = {
  listen(address: { port: number; host: string }): Promise<{ port: number }>;
  close(): Promise<void>;
};

// An id is never this long, so a longer one is simply not found. The parser limits headers to 16 KiB.
const MAX_PARAM_LENGTH = 20_000;
const HEADERS_WITHIN_MS = 15_000;

export function createServer(parts: StageParts): Server {
  const app: Framework = Fastify({
    ...arrivalOptions(parts),
    logger: false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Bodies have limits of their own: see body-stream.ts.
    requestTimeout: 0,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    http: { requireHostHeader: false, headersTimeout: HEADERS_WITHIN_MS },
  });
  app.decorateRequest("principal", undefined);
  app.decorateRequest("error_code", undefined);
  app.decorateRequest("room", undefined);
  app.removeAllContentTypeParsers();
  addStages(app, parts);
  const finishAnswers = followAnswers(app.server);
  takeExpectations(app.server);
  return {
    async listen({ port, host }) {
      await app.listen({ port, host });
      const bound = app.server.address();
      return { port: typeof bound === "object" && bound ? bound.port : port };
    },
    close: () => finishAnswers(async () => app.close()),
  };
}
