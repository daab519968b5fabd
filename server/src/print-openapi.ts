import { apiFacts } from "./facts.ts";
import { openApiDocument } from "./platform/openapi/openapi.ts";
import { apiInfo, describedRoutes } from "./routes.ts";
import { describeEvents } from "./webhooks/description.ts";

const document = openApiDocument(describedRoutes(), apiInfo, describeEvents(), apiFacts);
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
