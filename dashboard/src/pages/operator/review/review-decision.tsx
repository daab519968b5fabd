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

type ReviewDecisionProps = {
  submission: Pick<SubmissionUnderReview, "submission_id" | "content_version">;
  /** Fields that can be named. */
  fields: readonly string[];
  issues: readonly PreflightIssue[];
};

const words = {
  approved: "The release is approved. Its organization can deliver it now.",
  rejected: "The release is rejected. Its organization sees your reason.",
};

const open = (submission_id: string | undefined) =>
  navigate(submission_id === undefined ? "/review" : `/review/${submission_id}`);

export function ReviewDecision({ submission, fields, issues }: ReviewDecisionProps) {
  const { submission_id, content_version } = submission;
  const [isRejecting, setRejecting] = useState(false);
  const { shown, before, after } = usePlace(submission_id);
  const goOn = () => open(after ?? before);
  const approve = useAct(() => segue.operator.submissions.approve(submission_id, { content_version }), {
    done: words.approved,
    isQuiet: true,
    onDone: goOn,
  });
  const approveNow = () => {
    if (!approve.isPending && !isRejecting) approve.mutate(undefined);
  };
  useHotkeys([
    ["a", approveNow],
    ["r", () => setRejecting(true)],
    ["j", () => after && open(after)],
    ["k", () => before && open(before)],
  ]);
  return (
    <section className={classes.bar} aria-labelledby="decision">
      <VisuallyHidden component="h2" id="decision">
        Decision
      </VisuallyHidden>
      <Stack gap="sm">
        <Refused error={approve.error} />
        {isRejecting ? (
          <RejectForm {...{ submission, fields, issues, onDone: goOn }} onClose={() => setRejecting(false)} />
        ) : (
          <Group gap="xs">
            <Button loading={approve.isPending} onClick={approveNow}>
              Approve <Key>A</Key>
            </Button>
            <Button variant="default" onClick={() => setRejecting(true)}>
              Reject… <Key>R</Key>
            </Button>
            <span className={classes.place}>{shown}</span>
            <Button variant="default" disabled={!before} onClick={() => open(before)}>
              Previous <Key>K</Key>
            </Button>
            <Button variant="default" disabled={!after} onClick={() => open(after)}>
              Next <Key>J</Key>
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
      {children}
    </kbd>
  );
}

type Remark = { field: string; issue: string };

type RejectFormProps = ReviewDecisionProps & { onClose: () => void; onDone: () => void };

function RejectForm({ submission, fields, issues, onClose, onDone }: RejectFormProps) {
  const form = useForm({ initialValues: { reason: "", issues: [] as Remark[] } });
  const reject = useAct(
    (rejection: Rejection) => segue.operator.submissions.reject(submission.submission_id, rejection),
    {
      done: words.rejected,
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
          label="Reason"
          description="The organization reads it. Say what is wrong and how to mend it."
          required
          autosize
          minRows={2}
          autoFocus
          {...form.getInputProps("reason")}
        />
        <Text size="sm" fw={500}>
          What to correct
        </Text>
        {form.values.issues.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
          <Group key={index} align="flex-start" wrap="nowrap">
            <Group flex={1} align="flex-start" gap="xs">
              <Autocomplete
                aria-label={`Field ${index + 1}`}
                placeholder="artwork_asset_id"
                data={fields}
                flex={1}
                miw={140}
                {...form.getInputProps(`issues.${index}.field`)}
              />
              <TextInput
                aria-label={`Issue ${index + 1}`}
                placeholder="shows a price"
                flex={2}
                miw={140}
                {...form.getInputProps(`issues.${index}.issue`)}
              />
            </Group>
            <RemoveRow what={`issue ${index + 1}`} onClick={() => form.removeListItem("issues", index)} />
          </Group>
        ))}
        <Group>
          <AddRow what="Add an issue" onClick={() => form.insertListItem("issues", { field: "", issue: "" })} />
          {issues.length > 0 && (
            <Button variant="default" size="xs" onClick={fromPreflight}>
              Take over what preflight found
            </Button>
          )}
        </Group>
        <Group>
          <Button type="submit" color="red" loading={reject.isPending}>
            Reject the release
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
