// What a reviewer who knows the release must look at again: the decision before, and each field that is another since.

import { Text } from "@mantine/core";
import type { ReviewedChange, SinceReview } from "@segue/sdk";
import { Section } from "../../../components/section.tsx";
import { nameField } from "../../../values/field-names.ts";
import { showTime, showWord } from "../../../values/format.ts";
import classes from "./review-changes.module.css";
import { reviewWords } from "./words.ts";

const words = reviewWords.changes;

export function ReviewChanges({ since }: { since: NonNullable<SinceReview> }) {
  const { changes, has_more_changes, reason, review_status, reviewed_at } = since;
  return (
    <Section title={words.title}>
      <Text size="sm" c="dimmed" mb="xs" style={{ overflowWrap: "anywhere" }}>
        {reviewed_at && words.decided(showWord(review_status), showTime(reviewed_at))}
        {reason && `: ${reason}`}
      </Text>
      {changes.length === 0 ? <Text size="sm">{words.none}</Text> : <Changes changes={changes} />}
      {has_more_changes && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.more(changes.length)}
        </Text>
      )}
    </Section>
  );
}

function Changes({ changes }: { changes: readonly ReviewedChange[] }) {
  return (
    <table className={classes.changes} aria-label={words.label}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.track_id} ${change.field}`}>
            <th scope="row">
              <span className={classes.field}>{fieldOf(change)}</span>
              <span className={classes.of}>{change.track_id ? words.trackOf(change.title) : words.release}</span>
            </th>
            <td data-title={words.before}>{showValue(change, "before")}</td>
            <td data-title={words.after}>{showValue(change, "after")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function fieldOf({ field, before }: ReviewedChange): string {
  if (field !== null) return nameField(field);
  return before === null ? words.added : words.removed;
}

/** Ids of files mean nothing to people: the picture is above, and the sound is in the list of tracks. */
function showValue(change: ReviewedChange, when: "before" | "after"): string {
  const value = change[when];
  if (value === null || value === undefined) return words.empty;
  if (change.field?.endsWith("_asset_id")) return words.file[when];
  return sayValue(value);
}

function sayValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(sayValue).join(", ");
  if (typeof value === "boolean") return value ? reviewWords.facts.yes : reviewWords.facts.no;
  if (typeof value !== "object" || value === null) return String(value);
  const { name, role, ...rest } = value as Record<string, unknown>;
  const more = Object.values(rest).filter((one) => one !== null && one !== undefined);
  const about = [role, ...more].filter((one) => one !== undefined).map(sayValue);
  const said = typeof name === "string" ? name : "";
  return about.length === 0 ? said : `${said} (${about.join(", ")})`.trim();
}
