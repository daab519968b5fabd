import { openApiDocument } from "./platform/openapi.ts";
import { apiInfo, describedRoutes } from "./routes.ts";

process.stdout.write(`${JSON.stringify(openApiDocument(describedRoutes(), apiInfo), null, 2)}\n`);
