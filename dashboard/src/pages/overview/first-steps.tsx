// The way of a newcomer from nothing to a delivered release, with what is done of it.

import { Anchor, Card, List, Text, ThemeIcon } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { Section } from "../../components/section.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";

type Step = { title: string; about: string; to: string; isDone: boolean };

type Progress = {
  hasRelease: boolean;
  hasFiles: boolean;
  hasSubmission: boolean;
  hasDelivery: boolean;
  hasWebhook: boolean;
  release_id: string | undefined;
};

async function readProgress(): Promise<Progress> {
  const one = { limit: 1 };
  const [releases, files, submissions, deliveries, webhooks] = await Promise.all([
    segue.releases.list(one),
    segue.assets.list({ ...one, status: "ready" }),
    segue.submissions.list(one),
    segue.deliveries.list(one),
    segue.webhooks.list(one),
  ]);
  return {
    hasRelease: releases.data.length > 0,
    hasFiles: files.data.length > 0,
    hasSubmission: submissions.data.length > 0,
    hasDelivery: deliveries.data.length > 0,
    hasWebhook: webhooks.data.length > 0,
    release_id: releases.data[0]?.id,
  };
}

function stepsOf({ release_id, ...has }: Progress): Step[] {
  const editor = release_id ? `/releases/${release_id}/edit` : "/releases/new";
  const delivery = release_id ? `/deliveries/new?release_id=${release_id}` : "/deliveries/new";
  return [
    { title: "Create a release", about: "Its title, artists and date.", to: "/releases/new", isDone: has.hasRelease },
    { title: "Upload audio and artwork", about: "They are checked as they come.", to: editor, isDone: has.hasFiles },
    { title: "Submit it", about: "Preflight tells what stores would refuse.", to: editor, isDone: has.hasSubmission },
    { title: "Deliver it to stores", about: "Each answers for itself.", to: delivery, isDone: has.hasDelivery },
    { title: "Add a webhook", about: "Your systems hear what happens.", to: "/webhooks", isDone: has.hasWebhook },
  ];
}

const needed = ["catalog:read", "deliveries:read", "webhooks:read"] as const;

/** Undefined until they are known; none for a key that may not see all of them. */
export function useFirstSteps(): readonly Step[] | undefined {
  const may = useMay();
  const isEnabled = needed.every(may);
  const { data, error } = useRead(["first steps"], readProgress, { isEnabled });
  if (!isEnabled || error) return [];
  return data && stepsOf(data);
}

/** Gone when all of it is done. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section title="First steps" about={`${done} of ${steps.length} done`}>
      <Card withBorder>
        <List component="ol" listStyleType="none" spacing="sm" center>
          {steps.map((step) => (
            <List.Item key={step.title} icon={<StepIcon isDone={step.isDone} />}>
              {step.isDone ? (
                <Text size="sm" span>
                  {step.title}
                </Text>
              ) : (
                <Anchor component={Link} to={step.to} size="sm" fw={step === next ? 700 : 400}>
                  {step.title}
                </Anchor>
              )}
              <Text size="xs" c="dimmed" span>
                {" "}
                {step.isDone ? "Done." : step.about}
              </Text>
            </List.Item>
          ))}
        </List>
      </Card>
    </Section>
  );
}

function StepIcon({ isDone }: { isDone: boolean }) {
  return (
    <ThemeIcon size={24} radius="xl" variant={isDone ? "filled" : "default"}>
      {isDone ? <IconCheck size={16} aria-hidden /> : <IconCircle size={12} aria-hidden />}
    </ThemeIcon>
  );
}
