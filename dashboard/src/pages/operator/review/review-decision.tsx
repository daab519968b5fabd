// The decision, in a bar that stays in sight: approve, or reject with a reason and what to correct, field by field. The keys
// A, R, J and K do the same, except while a person types.

import { Autocomplete, Button, Group, Stack, Text, Textarea, TextInput, VisuallyHidden } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useHotkeys } from "@mantine/hooks";
import type { PreflightIssue, Rejection, SubmissionUnderReview } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { Refused } from "../../../forms/refused.tsx";
import { navigate } from "../../../router.tsx";
import { usePlace } from "./queue.ts";
import classes from "./review-decision.module.css";
import { decisionWords } from "./words.ts";

type ReviewDecisionProps = {
  submission: Pick<SubmissionUnderReview, "submission_id" | "content_version">;
  /** Fields that can be named. */
  fields: readonly string[];
  issues: readonly PreflightIssue[];
};

const keys = { approve: "a", reject: "r", next: "j", previous: "k" } as const;

const open = (submission_id: string | undefined) =>
  navigate(submission_id === undefined ? "/review" : `/review/${submission_id}`);

export function ReviewDecision({ submission, fields, issues }: ReviewDecisionProps) {
  const { submission_id, content_version } = submission;
  const [isRejecting, setRejecting] = useState(false);
  const { shown, before, after } = usePlace(submission_id);
  const goOn = () => open(after ?? before);
  const approve = useAct(() => segue.operator.submissions.approve(submission_id, { content_version }), {
    done: decisionWords.approved,
    isQuiet: true,
    onDone: goOn,
  });
  const approveNow = () => {
    if (!approve.isPending && !isRejecting) approve.mutate(undefined);
  };
  useHotkeys([
    [keys.approve, approveNow],
    [keys.reject, () => setRejecting(true)],
    [keys.next, () => after && open(after)],
    [keys.previous, () => before && open(before)],
  ]);
  return (
    <section className={classes.bar} aria-labelledby="decision">
      <VisuallyHidden component="h2" id="decision">
        {decisionWords.title}
      </VisuallyHidden>
      <Stack gap="sm">
        <Refused error={approve.error} />
        {isRejecting ? (
          <RejectForm {...{ submission, fields, issues, onDone: goOn }} onClose={() => setRejecting(false)} />
        ) : (
          <Group gap="xs">
            <Button loading={approve.isPending} onClick={approveNow}>
              {decisionWords.approve} <Key>{keys.approve}</Key>
            </Button>
            <Button variant="default" onClick={() => setRejecting(true)}>
              {decisionWords.reject} <Key>{keys.reject}</Key>
            </Button>
            <span className={classes.place}>{shown}</span>
            <Button variant="default" disabled={!before} onClick={() => open(before)}>
              {decisionWords.previous} <Key>{keys.previous}</Key>
            </Button>
            <Button variant="default" disabled={!after} onClick={() => open(after)}>
              {decisionWords.next} <Key>{keys.next}</Key>
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className={classes.key} aria-hidden>
      {children.toUpperCase()}
    </kbd>
  );
}

const words = decisionWords.rejection;
/** A field as the API names it. */
const FIELD_EXAMPLE = "artwork_asset_id";

type Remark = { field: string; issue: string };

type RejectFormProps = ReviewDecisionProps & { onClose: () => void; onDone: () => void };

function RejectForm({ submission, fields, issues, onClose, onDone }: RejectFormProps) {
  const form = useForm({ initialValues: { reason: "", issues: [] as Remark[] } });
  const reject = useAct(
    (rejection: Rejection) => segue.operator.submissions.reject(submission.submission_id, rejection),
    {
      done: words.done,
      isQuiet: true,
      onDone,
    },
  );
  const submit = form.onSubmit((values) =>
    reject.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  const fromPreflight = () => {
    const known = new Set(form.values.issues.map(({ field, issue }) => `${field} ${issue}`));
    const found = issues.filter(({ field, issue }) => !known.has(`${field} ${issue}`));
    form.setFieldValue("issues", [...form.values.issues, ...found.map(({ field, issue }) => ({ field, issue }))]);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refused error={reject.error} />
        <Textarea
          label={words.reason}
          description={words.reasonHint}
          required
          autosize
          minRows={2}
          autoFocus
          {...form.getInputProps("reason")}
        />
        <Text size="sm" fw={500}>
          {words.issues}
        </Text>
        {form.values.issues.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
          <Group key={index} align="flex-start" wrap="nowrap">
            <Group flex={1} align="flex-start" gap="xs">
              <Autocomplete
                aria-label={words.field(index + 1)}
                placeholder={FIELD_EXAMPLE}
                data={fields}
                flex={1}
                miw={140}
                {...form.getInputProps(`issues.${index}.field`)}
              />
              <TextInput
                aria-label={words.issue(index + 1)}
                placeholder={words.issuePlaceholder}
                flex={2}
                miw={140}
                {...form.getInputProps(`issues.${index}.issue`)}
              />
            </Group>
            <RemoveRow what={words.row(index + 1)} onClick={() => form.removeListItem("issues", index)} />
          </Group>
        ))}
        <Group>
          <AddRow what={words.add} onClick={() => form.insertListItem("issues", { field: "", issue: "" })} />
          {issues.length > 0 && (
            <Button variant="default" size="xs" onClick={fromPreflight}>
              {words.takeOver}
            </Button>
          )}
        </Group>
        <Group>
          <Button type="submit" color="red" loading={reject.isPending}>
            {words.send}
          </Button>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
