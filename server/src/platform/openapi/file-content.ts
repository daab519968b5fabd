// Files that a route answers with in place of JSON, as the description shows them.

import { fileTypes, type Route } from "../http/route.ts";

export function fileContent({ csv, pdf }: Route): Record<string, object> {
  return {
    ...(csv && { [fileTypes.csv]: { schema: { type: "string" } } }),
    ...(pdf && { [fileTypes.pdf]: { schema: { type: "string", format: "binary" } } }),
  };
}
