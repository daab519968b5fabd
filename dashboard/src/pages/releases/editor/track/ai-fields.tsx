// How much of a track artificial intelligence made: as a whole, or by part.

import { Select, SimpleGrid, Text } from "@mantine/core";
import { type AiShare, aiShares } from "@segue/sdk";
import { type AiValue, aiParts, shareOfParts } from "./track-values.ts";
import { aiWords } from "./words.ts";

export const aiOptions = aiShares.map((value) => ({ value, label: aiWords.shares[value] }));

type AiFieldsProps = { value: AiValue; onChange: (value: AiValue) => void };

export function AiFields({ value: { share, parts }, onChange }: AiFieldsProps) {
  // All parts of a track that is none of it or all of it are known already.
  const partOf = (part: (typeof aiParts)[number]) => parts?.[part] ?? (share === "partial" ? null : share);
  const changePart = (part: (typeof aiParts)[number], chosen: AiShare) => {
    const known = Object.fromEntries(aiParts.map((one) => [one, partOf(one) ?? "none"]));
    const changed = { ...known, [part]: chosen } as NonNullable<typeof parts>;
    onChange({ share: shareOfParts(changed), parts: changed });
  };
  return (
    <>
      <Select
        label={aiWords.whole}
        description={aiWords.wholeHint}
        data={aiOptions}
        value={share}
        onChange={(chosen) => chosen && onChange({ share: chosen, parts: null })}
        allowDeselect={false}
      />
      <Text size="sm" c="dimmed">
        {aiWords.partsHint}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {aiParts.map((part) => (
          <Select
            key={part}
            label={aiWords.parts[part]}
            placeholder={aiWords.notSaid}
            data={aiOptions}
            value={partOf(part)}
            onChange={(chosen) => chosen && changePart(part, chosen)}
            allowDeselect={false}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
