// Runs before each operation of a member who is limited to labels: a resource that the member does not see is none. In a path it
// is 404, in a body 422 at its field. Lists leave it out by themselves (sight-queries.ts).

import type { Context } from "../platform/context.ts";
import { ApiError, problem, validationError } from "../platform/errors.ts";
import type { Principal } from "../platform/http/principal.ts";
import { sightOf } from "./sight.ts";
import { findUnseen } from "./sight-queries.ts";

type Sent = { params: Readonly<Record<string, string>>; body: unknown };

export async function assertSeen(
  ctx: Context,
  principal: Principal | undefined,
  { params, body }: Sent,
): Promise<void> {
  if (principal?.kind !== "organization" || principal.labels === null) return;
  const in_path = Object.values(params);
  const in_body = idsIn(body);
  const unseen = await findUnseen(ctx.db, sightOf(principal), [...in_path, ...in_body.map(({ id }) => id)]);
  if (unseen.size === 0) return;
  if (in_path.some((id) => unseen.has(id))) throw new ApiError("not_found", "There is no resource with this id.");
  const issues = in_body.filter(({ id }) => unseen.has(id));
  throw validationError(issues.map(({ field }) => problem(field, "does not exist, or has a label that is not yours")));
}

/** All fields named `…_id` and `…_ids` of a body, however deep. A body is bounded, and so is its depth. */
function idsIn(body: unknown, field = "", name = ""): { field: string; id: string }[] {
  if (typeof body === "string") return /_ids?$/.test(name) ? [{ field, id: body }] : [];
  if (Array.isArray(body)) return body.flatMap((entry, index) => idsIn(entry, `${field}[${index}]`, name));
  if (typeof body !== "object" || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => idsIn(value, field === "" ? key : `${field}.${key}`, key));
}
