// The decision: approve, or reject with a reason and what to correct, field by field.

import { Autocomplete, Button, Card, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { PreflightIssue, Rejection, SubmissionUnderReview } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { Refused } from "../../../forms/refused.tsx";
import { navigate } from "../../../router.tsx";

type ReviewDecisionProps = {
  submission: Pick<SubmissionUnderReview, "submission_id" | "content_version">;
  /** Fields that can be named. */
  fields: readonly string[];
  issues: readonly PreflightIssue[];
};

export function ReviewDecision({ submission, fields, issues }: ReviewDecisionProps) {
  const { submission_id, content_version } = submission;
  const [isRejecting, setRejecting] = useState(false);
  const approve = useAct(() => segue.operator.submissions.approve(submission_id, { content_version }), {
    done: "The release is approved. Its organization can deliver it now.",
    isQuiet: true,
    onDone: () => navigate("/review"),
  });
  return (
    <Card withBorder component="section" aria-labelledby="decision">
      <Stack>
        <Title order={2} size="h4" id="decision">
          Decision
        </Title>
        <Refused error={approve.error} />
        {isRejecting ? (
          <RejectForm submission={submission} fields={fields} issues={issues} onClose={() => setRejecting(false)} />
        ) : (
          <Group>
            <Button loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
              Approve
            </Button>
            <Button variant="default" onClick={() => setRejecting(true)}>
              Reject…
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

type Remark = { field: string; issue: string };

function RejectForm({ submission, fields, issues, onClose }: ReviewDecisionProps & { onClose: () => void }) {
  const form = useForm({ initialValues: { reason: "", issues: [] as Remark[] } });
  const reject = useAct(
    (rejection: Rejection) => segue.operator.submissions.reject(submission.submission_id, rejection),
    {
      done: "The release is rejected. Its organization sees your reason.",
      isQuiet: true,
      onDone: () => navigate("/review"),
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
