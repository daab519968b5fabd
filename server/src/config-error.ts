import { StartRefused } from "./platform/errors.ts";

/** A variable has a wrong value. */
export class ConfigError extends StartRefused {}
