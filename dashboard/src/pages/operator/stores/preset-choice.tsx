// What is publicly known of real stores, as a start for a new one.

import { Alert, Anchor, List, Radio, SimpleGrid, Text } from "@mantine/core";
import type { StorePreset } from "@segue/sdk";
import { Ready } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useRead } from "../../../data/data.ts";
import { FormPart } from "../../../forms/form-part.tsx";
import { showWord } from "../../../values/format.ts";
import { showConnector } from "./connector-forms.ts";
import classes from "./preset-choice.module.css";
import { presetWords } from "./words.ts";

type PresetChoiceProps = {
  /** The name of a preset; empty for a store of one's own. */
  value: string;
  onChoose: (preset: StorePreset | undefined) => void;
};

export function PresetChoice({ value, onChoose }: PresetChoiceProps) {
  const presets = useRead(["operator.storePresets.list"], () => segue.operator.storePresets.list(), { isSteady: true });
  return (
    <FormPart title={presetWords.title}>
      <div className={classes.place}>
        <Ready of={presets}>
          {({ data }) => {
            const chosen = data.find(({ preset }) => preset === value);
            return (
              <>
                <Radio.Group
                  aria-label={presetWords.label}
                  value={value}
                  onChange={(name) => onChoose(data.find(({ preset }) => preset === name))}
                >
                  <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="xs" verticalSpacing="xs">
                    <PresetCard value="" name={presetWords.own} about={presetWords.ownHint} />
                    {data.filter(isPossible).map((preset) => (
                      <PresetCard
                        key={preset.preset}
                        value={preset.preset}
                        name={preset.name}
                        about={aboutOf(preset)}
                      />
                    ))}
                  </SimpleGrid>
                </Radio.Group>
                {chosen && <PresetNotes preset={chosen} />}
                {data
                  .filter((preset) => !isPossible(preset))
                  .map(({ preset, name, remark }) => (
                    <Text key={preset} size="xs" c="dimmed" mt={4}>
                      {presetWords.impossible(name, remark)}
                    </Text>
                  ))}
              </>
            );
          }}
        </Ready>
      </div>
    </FormPart>
  );
}

const isPossible = ({ is_possible }: StorePreset) => is_possible;

function aboutOf({ connector, message_format }: StorePreset): string {
  if (connector === null) return presetWords.nothingPublic;
  const kind = showConnector(connector);
  return message_format ? presetWords.kind(kind, message_format.replace("ern_", "")) : kind;
}

function PresetCard({ value, name, about }: { value: string; name: string; about: string }) {
  return (
    <Radio.Card value={value} className={classes.card ?? ""}>
      <Radio.Indicator className={classes.dot ?? ""} />
      <div>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      </div>
    </Radio.Card>
  );
}

function PresetNotes({ preset: { name, remark, open, sources, year } }: { preset: StorePreset }) {
  return (
    <Alert color="blue" mt="sm" role="status">
      <Text size="sm">{remark}</Text>
      {open.length > 0 && (
        <Text size="sm" mt={4}>
          {presetWords.askFor(name, open.map((field) => showWord(field).toLowerCase()).join(", "))}
        </Text>
      )}
      {sources.length > 0 && (
        <List size="xs" mt={4} listStyleType="none">
          {sources.map((source) => (
            <List.Item key={source}>
              <Anchor
                href={source}
                target="_blank"
                rel="noreferrer"
                inherit
                underline="always"
                className={classes.source}
              >
                {source.replace("https://", "")}
              </Anchor>
              {presetWords.readIn(year)}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
