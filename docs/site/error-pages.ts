// A page for each error code, at /docs/errors/<code>.

import { type ErrorCode, errorTable } from "../../server/src/platform/errors.ts";
import type { Description } from "./description.ts";
import { errorTexts } from "./error-texts.ts";
import { fence, plain, table } from "./markdown.ts";

export const errorCodes = Object.keys(errorTable) as ErrorCode[];

const retries = {
  never: "No. The same request fails again until you change it.",
  later: "Yes, later, with the same `Idempotency-Key`.",
  once: "Once, with the same `Idempotency-Key`.",
};

export function errorPages(description: Description): Map<string, string> {
  const pages = new Map(errorCodes.map((code) => [`errors/${code}`, errorPage(description, code)]));
  return pages.set("errors/index", overview());
}

function overview(): string {
  const rows = errorCodes.map((code) => [
    String(errorTable[code].status),
    `[\`${code}\`](/errors/${code})`,
    plain(errorTable[code].meaning),
  ]);
  return `# Errors

Every answer that is not a success has the same form. \`code\` never changes its meaning: decide by it. \`message\` is a sentence for the
developer and may be reworded. \`details\` lists every field that is wrong, at most 100. \`request_id\` is also in the header \`X-Request-Id\`;
give it to the operator when you ask for help.

\`\`\`json
{
  "error": {
    "code": "missing_required_field",
    "message": "\`title\` is required.",
    "request_id": "req_01k8z3v9qxe7p9a4m2c6t5w8rn",
    "details": [{ "field": "title", "issue": "is required" }]
  }
}
\`\`\`

Each code has a page at \`/docs/errors/<code>\`, for example [\`/docs/errors/asset_not_ready\`](/errors/asset_not_ready).

${table(["Status", "Code", "When"], rows)}
`;
}

function errorPage({ components }: Description, code: ErrorCode): string {
  const { when, fix, retry, see = [] } = errorTexts[code];
  const { status, meaning } = errorTable[code];
  const list = (lines: readonly string[]) => lines.map((line) => `- ${plain(line)}`).join("\n");
  const more = see.map((page) => `[${page.replaceAll("-", " ")}](/${page})`).join(", ");
  return `# \`${code}\`

Status ${status}. ${plain(meaning)}

## When

${list(when)}

## What to do

${list(fix)}

## Is a retry worth it?

${retries[retry]}

## Example

${fence("json", JSON.stringify(components.examples[code]?.value ?? plainExample(code), null, 2))}

${more ? `See also: ${more}, and ` : "See "}[all errors](/errors/).
`;
}

/** For a code that no operation lists, because it belongs to the paths themselves. */
function plainExample(code: ErrorCode): unknown {
  return { error: { code, message: errorTable[code].meaning, request_id: "req_01k8z3v9qxe7p9a4m2c6t5w8rn" } };
}
