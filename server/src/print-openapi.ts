import { openApiDocument } from "./platform/openapi.ts";
import { apiInfo, apiRoutes } from "./routes.ts";

// The description does not depend on the environment; no key is made here.
const routes = apiRoutes({ prefix: "", pepper: Buffer.alloc(0) });

process.stdout.write(`${JSON.stringify(openApiDocument(routes, apiInfo), null, 2)}\n`);
