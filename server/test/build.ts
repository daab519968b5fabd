// Before a test run, for all its files: the service is built.

export { buildService as setup } from "./service-process.ts";
