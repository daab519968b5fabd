// The framework's server, request and reply under our names, and the fields that stages add to a request.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../errors.ts";
import type { RoomTaken } from "./bodies/whole-body.ts";
import type { Principal } from "./principal.ts";
import type { Route } from "./route.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | undefined;
    error_code: ErrorCode | undefined;
    room: RoomTaken | undefined;
  }
  interface FastifyContextConfig {
    takes?: Route["takes"];
    access?: Route["access"];
  }
}

export type Framework = FastifyInstance;
export type FrameworkRequest = FastifyRequest;
export type FrameworkReply = FastifyReply;

export type Done = (error?: Error) => void;
export type Hook = (request: FrameworkRequest, reply: FrameworkReply, done: Done) => void;
